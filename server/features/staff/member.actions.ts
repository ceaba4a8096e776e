import { closed } from '../../../schemas/base.ts'
import type { Effect } from '../../../schemas/effect.ts'
import type { Db } from '../../db/open.ts'
import type { AccountServices } from '../../identity/account-services.ts'
import { accountById } from '../../identity/account.store.ts'
import { endFlowsOf } from '../../identity/flow.store.ts'
import { deletePasskeysOf } from '../../identity/passkeys.store.ts'
import { removeSecondFactor } from '../../identity/remove-second-factor.ts'
import { beginResetLink } from '../../identity/reset-links.ts'
import { withdrawStaffInvitationsBy } from '../../identity/staff-invitations.store.ts'
import {
  countOwners,
  endStaffAccess,
  lockStaff,
  restoreStaffAccess,
  setStaffRoles,
  staffMember,
  type StaffMember,
} from '../../identity/staff.store.ts'
import { provenAction } from '../../identity/proven-action.ts'
import { maskedEmail } from '../../identity/verification.rules.ts'
import { portalBase } from '../../identity/email-content.ts'
import { practiceName } from '../../licensees/practice-name.ts'
import { paths } from '../../practice/paths.ts'
import { inOrder, staffTopic } from '../../practice/staff.ts'
import { staffAccessSettings } from '../../practice/staff-access.settings.ts'
import { noteInTransaction } from '../../protocol/audit.ts'
import type { ActionContext, ActionDefinition } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { owners } from '../../protocol/guard.ts'
import { signedIn } from '../../protocol/principal.ts'
import { momentText } from '../../protocol/time-words.ts'
import { insertStaffChange, type NewStaffChange } from './changes.store.ts'
import { passwordLinkEmail, secondFactorOffEmail } from './staff.emails.ts'
import { isSameRoles, losesOwnership, Member, nameOf, ReasonForm, reasonCodes, Roles } from './staff.rules.ts'

export interface MemberActions {
  changeRoles: ActionDefinition
  end: ActionDefinition
  restore: ActionDefinition
  turnOffSecondFactor: ActionDefinition
  sendPasswordLink: ActionDefinition
}

/** What owners do about another member of the staff, and about their own roles. */
export function memberActions(services: AccountServices): MemberActions {
  return {
    changeRoles: changeRolesAction(services),
    end: endAction(services),
    restore: restoreAction(services),
    turnOffSecondFactor: turnOffSecondFactorAction(services),
    sendPasswordLink: sendPasswordLinkAction(services),
  }
}

function changeRolesAction(services: AccountServices): ActionDefinition {
  return provenAction(services, {
    name: 'staff.changeRoles',
    about: 'Changes the roles of a member of the staff',
    guard: owners,
    input: closed({ member: Member, seen: Roles, roles: Roles }),
    codes: { '/roles': { required: 'staff.roles', minItems: 'staff.roles' } },
    run: async (context, { member: accountId, seen, roles: chosen }) => {
      const roles = inOrder(chosen)
      const member = await changeMember(services, context, {
        accountId,
        change: async (tx, { roles: before, endedAt }) => {
          if (endedAt || !isSameRoles(before, seen)) throw new Failure('staff.changed', { status: 409 })
          if (losesOwnership({ from: before, to: roles })) {
            await refuseLastOwner(tx, { licenseeId: context.licensee.id, accountId })
            await withdrawStaffInvitationsBy(tx, accountId)
          }
          await setStaffRoles(tx, { accountId, roles })
          return { what: 'roles', roles }
        },
      })
      const person = signedIn(context)
      if (person.kind !== 'admin' || person.accountId !== accountId)
        return done(`The roles of ${nameOf(member)} are changed.`)
      await context.session.signIn({ ...person, roles })
      const to = roles.includes('owner')
        ? []
        : [{ type: 'navigate', to: paths.adminDashboard(), replace: true } as const]
      return [{ type: 'purge' }, { type: 'refresh', what: 'shell' }, ...to, ...done('Your roles are changed.')]
    },
  })
}

function endAction(services: AccountServices): ActionDefinition {
  return provenAction(services, {
    name: 'staff.endAccess',
    about: 'Ends the access of a member of the staff',
    guard: owners,
    input: closed({ member: Member, ...ReasonForm.properties }),
    codes: reasonCodes,
    run: async (context, { member: accountId, reason }) => {
      refuseSelf(context, accountId)
      const member = await changeMember(services, context, {
        accountId,
        change: async (tx, { roles, endedAt }) => {
          if (endedAt) throw new Failure('staff.ended', { status: 409 })
          if (roles.includes('owner')) await refuseLastOwner(tx, { licenseeId: context.licensee.id, accountId })
          await endStaffAccess(tx, { accountId, at: context.now() })
          await endFlowsOf(tx, accountId)
          await withdrawStaffInvitationsBy(tx, accountId)
          return { what: 'ended', reason: reason.trim() }
        },
      })
      return [{ type: 'close' }, ...done(`The access of ${nameOf(member)} has ended.`)]
    },
  })
}

function restoreAction(services: AccountServices): ActionDefinition {
  return provenAction(services, {
    name: 'staff.restoreAccess',
    about: 'Restores the access of a member of the staff',
    guard: owners,
    input: closed({ member: Member }),
    run: async (context, { member: accountId }) => {
      const member = await changeMember(services, context, {
        accountId,
        change: async (tx, { endedAt }) => {
          if (!endedAt) throw new Failure('staff.notEnded', { status: 409 })
          await restoreStaffAccess(tx, accountId)
          return { what: 'restored' }
        },
      })
      return done(`${nameOf(member)} can sign in again.`)
    },
  })
}

function turnOffSecondFactorAction(services: AccountServices): ActionDefinition {
  return provenAction(services, {
    name: 'staff.turnOffSecondFactor',
    about: 'Turns off the second factor of a member of the staff who has lost it',
    guard: owners,
    input: closed({ member: Member, ...ReasonForm.properties }),
    codes: reasonCodes,
    run: async (context, { member: accountId, reason }) => {
      refuseSelf(context, accountId)
      const member = await changeMember(services, context, {
        accountId,
        change: async (tx, of) => {
          if (of.endedAt) throw new Failure('staff.ended', { status: 409 })
          const hadApp = await removeSecondFactor(services, tx, accountId)
          const passkeys = await deletePasskeysOf(tx, accountId)
          if (!hadApp && passkeys === 0) throw new Failure('staff.noSecondFactor', { status: 409 })
          await endFlowsOf(tx, accountId)
          await notifyMember(services, context, { tx, member: of })
          return { what: 'second factor off', reason: reason.trim() }
        },
      })
      return [{ type: 'close' }, ...done(`The second factor of ${nameOf(member)} is turned off.`)]
    },
  })
}

/** For one person, so that nobody gets many emails. */
const passwordLinks = { tries: 5, seconds: 24 * 3600 }

/** The password stays until the person has chosen another one; nobody else sees either. An earlier link ends. */
function sendPasswordLinkAction(services: AccountServices): ActionDefinition {
  return provenAction(services, {
    name: 'staff.sendPasswordLink',
    about: 'Sends a member of the staff a link to choose a new password',
    guard: owners,
    input: closed({ member: Member }),
    run: async (context, { member: accountId }) => {
      refuseSelf(context, accountId)
      await context.takeTry(`staffPasswordLink:${accountId}`, passwordLinks)
      const member = await changeMember(services, context, {
        accountId,
        staysSignedIn: true,
        change: async (tx, of) => {
          const account = of.endedAt ? undefined : await accountById(tx, accountId)
          if (!account) throw new Failure('staff.ended', { status: 409 })
          if (of.email === '') throw new Failure('staff.noEmail', { status: 409 })
          const { id: licenseeId, timeZone } = context.licensee
          const { token, endsAt } = await beginResetLink(tx, { account, licenseeId, at: context.now() })
          await services.outbox.enqueue(tx, {
            ...passwordLinkEmail({
              ...addressOf(context, of),
              chooseAt: portalBase(context) + paths.adminResetLink({ token }),
              endsOn: momentText(endsAt, timeZone),
            }),
            notAfter: endsAt,
          })
          return { what: 'password link' }
        },
      })
      return done(`The link is on its way to ${member.email}.`)
    },
  })
}

/** What a member reads at the pages whose session a change has ended. */
const endReasons: Partial<Record<NewStaffChange['what'], string>> = {
  roles: 'An owner of your practice changed what you may do here. Sign in again to go on.',
  ended: 'Your access to this portal has ended. If you think this is a mistake, ask an owner of your practice.',
  'second factor off': 'An owner of your practice turned off your second factor. Sign in again to go on.',
}

interface MemberChange {
  accountId: number
  /** The change takes nothing away. */
  staysSignedIn?: true
  /** Makes the change and returns it for the history. Throws a Failure if it is not possible. */
  change(tx: Db, member: StaffMember): Promise<Pick<NewStaffChange, 'what' | 'roles' | 'reason'>>
}

/**
 * Runs one change of a member at a time in a practice, with its history and audit row in one transaction; then ends the
 * member's sessions, as a rule. Checks again that the acting person is an owner: another one may have changed that meanwhile.
 */
async function changeMember(
  { db, sessions }: AccountServices,
  context: ActionContext,
  { accountId, change, staysSignedIn }: MemberChange,
): Promise<StaffMember> {
  const licenseeId = context.licensee.id
  const { member, what } = await db.transaction(async (tx) => {
    const changedBy = await lockAsOwner(tx, context)
    const before = await staffMember(tx, { licenseeId, accountId })
    if (!before) throw new Failure('staff.unknown', { status: 404 })
    const made = await change(tx, before)
    await insertStaffChange(tx, { ...made, licenseeId, accountId, changedBy, at: context.now() })
    await noteInTransaction(tx, context, { subject: String(accountId) })
    return { member: before, what: made.what }
  })
  if (!staysSignedIn) await sessions.end({ accountId }, endReasons[what])
  context.publish([staffTopic(licenseeId)])
  return member
}

/** Locks the staff of the practice and returns the acting account. Throws if it is no owner by now. */
export async function lockAsOwner(tx: Db, context: ActionContext): Promise<number> {
  const { accountId } = signedIn(context)
  const licenseeId = context.licensee.id
  await lockStaff(tx, licenseeId)
  const self = await staffMember(tx, { licenseeId, accountId })
  if (!self || self.endedAt || !self.roles.includes('owner')) throw new Failure('staff.notOwner', { status: 403 })
  return accountId
}

async function refuseLastOwner(tx: Db, { licenseeId, accountId }: { licenseeId: string; accountId: number }) {
  if ((await countOwners(tx, { licenseeId, except: accountId })) === 0)
    throw new Failure('staff.lastOwner', { status: 409 })
}

function refuseSelf(context: ActionContext, accountId: number): void {
  if (signedIn(context).accountId === accountId) throw new Failure('staff.self', { status: 409 })
}

async function notifyMember(
  { outbox }: AccountServices,
  context: ActionContext,
  { tx, member }: { tx: Db; member: StaffMember },
): Promise<void> {
  if (member.email === '') return void (context.trace.transmitted = { to: '', status: 'no address' })
  await outbox.enqueue(
    tx,
    secondFactorOffEmail({
      ...addressOf(context, member),
      when: momentText(context.now(), context.licensee.timeZone),
      isNeeded: context.setting(staffAccessSettings.Staff_Second_Factor),
      signInAt: portalBase(context) + paths.adminSignIn(),
    }),
  )
}

/** The common fields of every email to a member, whose address is noted for the audit log. */
function addressOf(context: ActionContext, { email, login }: StaffMember) {
  context.trace.transmitted = { to: maskedEmail(email), status: 'on its way' }
  const owner = nameOf(signedIn(context))
  return { licenseeId: context.licensee.id, to: email, practice: practiceName(context), owner, login }
}

function done(words: string): Effect[] {
  return [
    { type: 'refresh', what: 'screen' },
    { type: 'notify', tone: 'success', text: words },
  ]
}
