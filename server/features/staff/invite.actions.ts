import Type from 'typebox'
import { closed } from '../../../schemas/base.ts'
import type { Db } from '../../db/open.ts'
import type { AccountServices } from '../../identity/account-services.ts'
import { portalBase } from '../../identity/email-content.ts'
import {
  insertStaffInvitation,
  withdrawStaffInvitation,
  type StaffInvitationRequest,
} from '../../identity/staff-invitations.store.ts'
import { staffMemberByEmail } from '../../identity/staff.store.ts'
import { provenAction } from '../../identity/proven-action.ts'
import { maskedEmail } from '../../identity/verification.rules.ts'
import { practiceName } from '../../licensees/practice-name.ts'
import { paths } from '../../practice/paths.ts'
import { inOrder, staffTopic } from '../../practice/staff.ts'
import { noteInTransaction } from '../../protocol/audit.ts'
import { action, type ActionContext, type ActionDefinition } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { owners } from '../../protocol/guard.ts'
import { signedIn } from '../../protocol/principal.ts'
import { momentText } from '../../protocol/time-words.ts'
import { lockAsOwner } from './member.actions.ts'
import { staffInvitationEmail } from './staff.emails.ts'
import { staffPaths } from './staff.paths.ts'
import { nameOf, NewStaff, newStaffCodes, typedStaff } from './staff.rules.ts'

const OneInvitation = closed({ invitation: Type.String({ maxLength: 100 }) })
/** Per account, so that nobody can send many e-mails to strangers in the practice's name. */
const invitingLimit = { tries: 60, seconds: 3600 }

export interface InviteActions {
  invite: ActionDefinition
  sendAgain: ActionDefinition
  withdraw: ActionDefinition
}

export function inviteActions(services: AccountServices): InviteActions {
  return {
    invite: inviteAction(services),
    sendAgain: sendAgainAction(services),
    withdraw: withdrawAction(services),
  }
}

function inviteAction(services: AccountServices): ActionDefinition {
  return provenAction(services, {
    name: 'staff.invite',
    about: 'Invites a person to the staff',
    guard: owners,
    input: NewStaff,
    codes: newStaffCodes,
    limit: { perAddress: 60 },
    run: async (context, input) => {
      const { roles, ...person } = typedStaff(input)
      await countInvitation(context)
      await services.db.transaction(async (tx) => {
        const invitedBy = await lockAsOwner(tx, context)
        await refuseMember(tx, { licenseeId: context.licensee.id, email: person.email })
        const request = { ...person, roles: inOrder(roles), licenseeId: context.licensee.id, invitedBy }
        await sendInvitation(services, context, { tx, request })
      })
      context.publish([staffTopic(context.licensee.id)])
      return [
        { type: 'navigate', to: staffPaths.list() },
        { type: 'notify', tone: 'success', text: `The invitation is on its way to ${person.email}.` },
      ]
    },
  })
}

/** Sends a new link; the previous one becomes invalid. */
function sendAgainAction(services: AccountServices): ActionDefinition {
  return provenAction(services, {
    name: 'staff.sendInvitationAgain',
    about: 'Sends an invitation to the staff again',
    guard: owners,
    input: OneInvitation,
    run: async (context, { invitation: tokenHash }) => {
      await countInvitation(context)
      const licenseeId = context.licensee.id
      const email = await services.db.transaction(async (tx) => {
        const invitedBy = await lockAsOwner(tx, context)
        const before = await withdrawStaffInvitation(tx, { licenseeId, tokenHash })
        if (!before) throw invitationGone()
        const { email, firstName, lastName, roles } = before
        await refuseMember(tx, { licenseeId, email })
        await sendInvitation(services, context, {
          tx,
          request: { email, firstName, lastName, roles, licenseeId, invitedBy },
        })
        return email
      })
      context.publish([staffTopic(licenseeId)])
      return [
        { type: 'refresh', what: 'screen' },
        { type: 'notify', tone: 'success', text: `A new link is on its way to ${email}.` },
      ]
    },
  })
}

function withdrawAction({ db }: AccountServices): ActionDefinition {
  return action({
    name: 'staff.withdrawInvitation',
    about: 'Withdraws an invitation to the staff',
    guard: owners,
    input: OneInvitation,
    run: async (context, { invitation: tokenHash }) => {
      const licenseeId = context.licensee.id
      await db.transaction(async (tx) => {
        await lockAsOwner(tx, context)
        if (!(await withdrawStaffInvitation(tx, { licenseeId, tokenHash }))) throw invitationGone()
        await noteInTransaction(tx, context)
      })
      context.publish([staffTopic(licenseeId)])
      return [
        { type: 'refresh', what: 'screen' },
        { type: 'notify', tone: 'success', text: 'The invitation is withdrawn. Its link no longer works.' },
      ]
    },
  })
}

const invitationGone = () => new Failure('staff.invitationGone', { status: 404 })

function countInvitation(context: ActionContext): Promise<void> {
  return context.takeTry(`inviteStaff:${signedIn(context).accountId}`, invitingLimit)
}

/** Throws when the address belongs to a member of the staff, also to one whose access has ended. */
async function refuseMember(tx: Db, to: { licenseeId: string; email: string }): Promise<void> {
  const member = await staffMemberByEmail(tx, to)
  if (!member) return
  const at = { pointer: '/email', params: { name: nameOf(member) } }
  throw member.endedAt ? new Failure('staff.hasEnded', at) : new Failure('staff.hasAccount', at)
}

/** Stores invitation, e-mail and audit row in the transaction. */
async function sendInvitation(
  { outbox }: AccountServices,
  context: ActionContext,
  { tx, request }: { tx: Db; request: StaffInvitationRequest },
): Promise<void> {
  const made = await insertStaffInvitation(tx, { ...request, at: context.now() })
  if (!made) throw new Failure('staff.pending', { pointer: '/email' })
  await outbox.enqueue(tx, {
    ...staffInvitationEmail({
      licenseeId: request.licenseeId,
      to: request.email,
      practice: practiceName(context),
      owner: nameOf(signedIn(context)),
      acceptAt: portalBase(context) + paths.staffInvitation({ token: made.token }),
      endsOn: momentText(made.endsAt, context.licensee.timeZone),
    }),
    notAfter: made.endsAt,
  })
  context.trace.transmitted = { to: maskedEmail(request.email), status: 'on its way' }
  await noteInTransaction(tx, context)
}
