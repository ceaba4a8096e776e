import Type from 'typebox'
import { closed } from '../../../schemas/base.ts'
import type { Effect } from '../../../schemas/effect.ts'
import type { AccountServices } from '../../identity/account-services.ts'
import {
  accountById,
  accountOf,
  findAccount,
  insertAccount,
  patientsOf,
  proofOf,
  validHash,
  type Account,
  type ActsFor,
  type Proof,
} from '../../identity/account.store.ts'
import { chosenPasswordHash } from '../../identity/chosen-password.ts'
import { choosePatient } from '../../identity/complete-sign-in.dialogs.ts'
import { actingFor, continueAfterPassword, startSession } from '../../identity/complete-sign-in.ts'
import { longestPassword, NewPassword } from '../../identity/password.rules.ts'
import { staffPatientTopic } from '../../practice/patient-page.ts'
import { paths } from '../../practice/paths.ts'
import { action, type ActionContext, type ActionDefinition } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { anyone } from '../../protocol/guard.ts'
import { personTopic } from '../../protocol/principal.ts'
import { authoriseAccount, guardianAccount } from './guardians.actions.ts'
import { readInvitation, takeInvitation, type Invitation } from './invitation.store.ts'

const Token = Type.String({ pattern: '^[\\w-]{43}$' })

/** The typed fields; the token of the link is sent with them. */
export const ChosenPassword = closed({ Password: NewPassword, Password2: NewPassword })
export const OwnPassword = closed({ Password: Type.String({ minLength: 1, maxLength: longestPassword }) })

/** Returns the invitation of a link. Throws when it has ended, or the inviting account is disabled. */
export async function openInvitation(
  { db }: Pick<AccountServices, 'db'>,
  context: Pick<ActionContext, 'licensee' | 'now'>,
  token: string,
): Promise<Invitation> {
  const invitation = await readInvitation(db, { licenseeId: context.licensee.id, token, at: context.now() })
  if (!invitation || !(await accountById(db, invitation.invitedBy))) throw isOver()
  return invitation
}

function isOver(): Failure {
  return new Failure('invitation.over', { status: 404 })
}

/** Returns the account of the invited person; undefined if there is none. */
export function invitedAccount(
  { db }: Pick<AccountServices, 'db'>,
  { licenseeId, email }: Invitation,
): Promise<Account | undefined> {
  return findAccount(db, { licenseeId, kind: 'guardian', login: email })
}

/** Creates account and authorization and ends the link in one transaction, once; then signs the guardian in. */
export function acceptAction(services: AccountServices): ActionDefinition {
  const { db } = services
  return action({
    name: 'account.acceptInvitation',
    about: 'Accepts an invitation with a new account',
    actions: [choosePatient],
    ofAccount: true,
    guard: anyone, // the link is the proof
    repeatable: true, // so that no fast hash of a password is stored with the response
    input: closed({ token: Token, Password: NewPassword, Password2: NewPassword }),
    codes: {
      '/token': { pattern: 'invitation.over' },
      '/Password': { required: 'password.required' },
      '/Password2': { required: 'password.confirmRequired' },
    },
    limit: { perAddress: 30 },
    run: async (context, { token, ...typed }) => {
      const invitation = await openInvitation(services, context, token)
      context.trace.claimedIdentity = invitation.email
      const passwordHash = await chosenPasswordHash(services, context, {
        ...typed,
        owner: { ...invitation, login: invitation.email },
      })
      const { licenseeId } = invitation
      const accountId = await db.transaction(async (tx) => {
        if (!(await takeInvitation(tx, { licenseeId, token, at: context.now() }))) throw isOver()
        const account = { ...guardianAccount({ licenseeId, guardian: invitation }), passwordHash }
        const made = await insertAccount(tx, { ...account, actsFor: [allowedBy(invitation)] })
        if (typeof made !== 'number') throw new Failure('invitation.haveAccount', { status: 409 })
        return made
      })
      return enterFor(services, context, { proof: { accountId, passwordVersion: 0 }, invitation })
    },
  })
}

/** Accepts an invitation with an existing account, after proving it. */
export function joinAction(services: AccountServices): ActionDefinition {
  const { db, passwords } = services
  return action({
    name: 'account.joinInvitation',
    about: 'Accepts an invitation with the own account',
    actions: [choosePatient],
    ofAccount: true,
    guard: anyone, // the link and the password are the proof
    repeatable: true, // its response is not stored either
    input: closed({ token: Token, ...OwnPassword.properties }),
    codes: { '/token': { pattern: 'invitation.over' }, '/Password': { required: 'signIn.password' } },
    limit: { perAddress: 30 },
    run: async (context, { token, Password }) => {
      const invitation = await openInvitation(services, context, token)
      const { licenseeId, email } = invitation
      context.trace.claimedIdentity = email
      await context.takeTry(`join:${licenseeId}:${email.toLowerCase()}`, { tries: 10, seconds: 600 })
      const account = await invitedAccount(services, invitation)
      if (!(await passwords.matches(validHash(account, context.now()), Password)) || !account)
        throw new Failure('signIn.invalid')
      await db.transaction(async (tx) => {
        const at = context.now()
        if (!(await takeInvitation(tx, { licenseeId, token, at }))) throw isOver()
        await authoriseAccount(tx, { licenseeId, accountId: account.id, actsFor: allowedBy(invitation), at })
      })
      return enterFor(services, context, { proof: proofOf(account), invitation })
    },
  })
}

function allowedBy(invitation: Invitation): ActsFor {
  return {
    patientId: invitation.patientId,
    emrId: invitation.emrId,
    firstName: invitation.patientFirstName,
    lastName: invitation.patientLastName,
    relation: invitation.relation,
    scope: invitation.scope,
    endsAt: invitation.accessEndsAt,
    createdBy: invitation.invitedBy,
  }
}

/** Signs in for the inviting patient at once, unless the account requires more than its password. */
async function enterFor(
  services: AccountServices,
  context: ActionContext,
  { proof, invitation }: { proof: Proof; invitation: Invitation },
): Promise<Effect[]> {
  context.publish([personTopic({ accountId: invitation.invitedBy }, 'guardians'), staffPatientTopic(invitation)])
  const account = await accountOf(services.db, proof)
  if (!account) throw new Failure('signIn.invalid') // disabled, or its password changed, at this moment
  const patients = await patientsOf(services.db, { accountId: account.id, at: context.now() })
  const patient = patients.find(({ patientId }) => patientId === invitation.patientId)
  if (!patient || account.totpSecret || account.mustReset)
    return continueAfterPassword(services, context, { account, to: paths.dashboard() })
  return startSession(services, context, {
    principal: actingFor(patient, { account, among: patients }),
    to: paths.dashboard(),
  })
}
