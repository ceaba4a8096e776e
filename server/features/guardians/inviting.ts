import Type from 'typebox'
import { closed } from '../../../schemas/base.ts'
import type { Db } from '../../db/open.ts'
import type { AccountServices } from '../../identity/account-services.ts'
import { findAccount, guardiansOf } from '../../identity/account.store.ts'
import { portalBase } from '../../identity/email-content.ts'
import { maskedEmail } from '../../identity/verification.rules.ts'
import { practiceName } from '../../licensees/practice-name.ts'
import { staffPatientTopic } from '../../practice/patient-page.ts'
import { noteInTransaction } from '../../protocol/audit.ts'
import { action, type ActionContext, type ActionDefinition } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { frontOffice, patients } from '../../protocol/guard.ts'
import { actingPrincipal, personTopic, signedIn } from '../../protocol/principal.ts'
import { dayOf, momentText } from '../../protocol/time-words.ts'
import { authorisingLimit, ownRecord } from './guardians.actions.ts'
import { guardianPaths } from './guardians.paths.ts'
import { invitationEmail } from './guardians.emails.ts'
import {
  endOf,
  isSamePerson,
  NewInvitation,
  notBornAfterToday,
  scopeOf,
  typedGuardian,
  whoCodes,
} from './guardians.rules.ts'
import {
  hasPending,
  insertInvitation,
  withdrawInvitation,
  type InvitationRequest,
  type OwnInvitation as OwnInvitationKey,
} from './invitation.store.ts'

const OwnInvitation = closed({ invitation: Type.String({ maxLength: 100 }) })

/** Guardians set their own password through an e-mailed invitation (security.md). */
export function inviteAction(services: AccountServices): ActionDefinition {
  return action({
    name: 'account.inviteGuardian',
    about: 'Invites a person to use the account',
    guard: patients,
    input: NewInvitation,
    upToToday: notBornAfterToday,
    codes: {
      ...whoCodes,
      '/scope': { required: 'guardian.scope', minItems: 'guardian.scope' },
      '/until': { format: 'guardian.endDay' },
    },
    limit: { perAddress: 30 },
    run: async (context, { scope, until, ...typed }) => {
      const { licensee } = context
      const person = actingPrincipal(context)
      const today = dayOf(context.now(), licensee.timeZone)
      const guardian = typedGuardian(typed)
      const { patientId, emrId, firstName: patientFirstName, lastName: patientLastName } = ownRecord(context, guardian)
      const request: InvitationRequest = {
        ...guardian,
        patientId,
        emrId,
        patientFirstName,
        patientLastName,
        licenseeId: licensee.id,
        invitedBy: person.accountId,
        scope: scopeOf(scope),
        accessEndsAt: endOf(until, { today, timeZone: licensee.timeZone }),
      }
      await context.takeTry(`authorise:${person.accountId}`, authorisingLimit)
      await services.db.transaction(async (tx) => {
        await refuseVain(tx, { request, at: context.now() })
        await sendInvitation(services, context, { tx, request })
      })
      context.publish([personTopic(person, 'guardians')])
      return [
        { type: 'refresh', what: 'screen' }, // resets the form
        { type: 'notify', tone: 'success', text: `The invitation is on its way to ${guardian.email}.` },
      ]
    },
  })
}

/** Throws when the invitation could not be accepted, or is not needed. */
async function refuseVain(db: Db, { request, at }: { request: InvitationRequest; at: Date }): Promise<void> {
  const pointer = '/Auth_Login'
  const account = await findAccount(db, { licenseeId: request.licenseeId, kind: 'guardian', login: request.email })
  if (account && !isSamePerson(account, request)) throw new Failure('guardian.loginTaken', { pointer })
  const standing = (await guardiansOf(db, request)).filter(({ endsAt }) => !endsAt || endsAt > at)
  if (standing.some(({ accountId }) => accountId === account?.id)) throw new Failure('guardian.already', { pointer })
  if (await hasPending(db, { ...request, at })) throw new Failure('invitation.pending', { pointer })
}

interface Sending {
  tx: Db
  request: InvitationRequest
}

/** Stores invitation, e-mail and audit row in one transaction. */
async function sendInvitation(
  { outbox }: AccountServices,
  context: ActionContext,
  { tx, request }: Sending,
): Promise<void> {
  const base = portalBase(context)
  const { token, endsAt } = await insertInvitation(tx, { ...request, at: context.now() })
  await outbox.enqueue(tx, {
    ...invitationEmail({
      licenseeId: request.licenseeId,
      to: request.email,
      practice: practiceName(context),
      patient: { firstName: request.patientFirstName, lastName: request.patientLastName },
      acceptAt: base + guardianPaths.invitation({ token }),
      endsOn: momentText(endsAt, context.licensee.timeZone),
    }),
    notAfter: endsAt,
  })
  context.trace.transmitted = { to: maskedEmail(request.email), status: 'on its way' }
  await noteInTransaction(tx, context)
}

export function withdrawAction({ db }: AccountServices): ActionDefinition {
  return action({
    name: 'account.withdrawInvitation',
    about: 'Withdraws an invitation',
    guard: patients,
    input: OwnInvitation,
    run: async (context, { invitation: tokenHash }) => {
      const person = actingPrincipal(context)
      if (!(await withdrawInvitation(db, ownIn(context, tokenHash))))
        throw new Failure('invitation.gone', { status: 404 })
      context.publish([personTopic(person, 'guardians')])
      return [
        { type: 'refresh', what: 'region', id: 'guardians' },
        { type: 'notify', tone: 'success', text: 'The invitation is withdrawn' },
      ]
    },
  })
}

/** Sends a new link; the previous one becomes invalid. */
export function sendAgainAction(services: AccountServices): ActionDefinition {
  return action({
    name: 'account.sendInvitationAgain',
    about: 'Sends an invitation again',
    guard: patients,
    input: OwnInvitation,
    run: async (context, { invitation: tokenHash }) => {
      const person = actingPrincipal(context)
      await context.takeTry(`authorise:${person.accountId}`, authorisingLimit)
      await sendOnceMore(services, context, ownIn(context, tokenHash))
      context.publish([personTopic(person, 'guardians')])
      return [
        { type: 'refresh', what: 'region', id: 'guardians' },
        { type: 'notify', tone: 'success', text: 'The invitation is on its way again.' },
      ]
    },
  })
}

/** The same for the staff, who help a guardian to whom the email did not come. */
export function staffSendAgainAction(services: AccountServices): ActionDefinition {
  return action({
    name: 'account.staffSendInvitationAgain',
    about: 'Sends an invitation of a patient again, for the staff',
    guard: frontOffice,
    input: closed({ patient: Type.String({ pattern: '^[1-9]\\d{0,8}$' }), ...OwnInvitation.properties }),
    run: async (context, { patient: patientId, invitation: tokenHash }) => {
      context.trace.patientId = patientId
      const key = { licenseeId: context.licensee.id, patientId }
      await context.takeTry(`authorise:${signedIn(context).accountId}`, authorisingLimit)
      const { invitedBy } = await sendOnceMore(services, context, { ...key, tokenHash })
      context.publish([personTopic({ accountId: invitedBy }, 'guardians'), staffPatientTopic(key)])
      return [
        { type: 'refresh', what: 'screen' },
        { type: 'notify', tone: 'success', text: 'The invitation is on its way again.' },
      ]
    },
  })
}

/** Withdraws an invitation and sends it with a new link. Throws if it is gone, or the access would have ended. */
function sendOnceMore(
  services: AccountServices,
  context: ActionContext,
  own: OwnInvitationKey,
): Promise<InvitationRequest> {
  return services.db.transaction(async (tx) => {
    const invitation = await withdrawInvitation(tx, own)
    if (!invitation) throw new Failure('invitation.gone', { status: 404 })
    const { accessEndsAt } = invitation
    if (accessEndsAt && accessEndsAt <= context.now()) throw new Failure('guardian.endPast')
    const request = requestOf(invitation)
    await sendInvitation(services, context, { tx, request })
    return request
  })
}

function requestOf({
  tokenHash: _hash,
  createdAt: _created,
  endsAt: _end,
  ...request
}: NonNullable<Awaited<ReturnType<typeof withdrawInvitation>>>): InvitationRequest {
  return request
}

function ownIn(context: ActionContext, tokenHash: string) {
  return { licenseeId: context.licensee.id, patientId: actingPrincipal(context).patient.id, tokenHash }
}
