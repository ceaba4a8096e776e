import Type from 'typebox'
import { guardianSettings } from './guardians.settings.ts'
import { closed } from '../../../schemas/base.ts'
import type { Db } from '../../db/open.ts'
import type { AccountServices } from '../../identity/account-services.ts'
import {
  findAccount,
  insertAccount,
  insertAuthorisation,
  removeAuthorisation,
  type ActsFor,
} from '../../identity/account.store.ts'
import { chosenPasswordHash } from '../../identity/chosen-password.ts'
import { addressedTo, portalBase } from '../../identity/email-content.ts'
import { maskedEmail } from '../../identity/verification.rules.ts'
import { guardianRemoved } from '../../practice/extension-points.ts'
import { staffPatientTopic } from '../../practice/patient-page.ts'
import { paths } from '../../practice/paths.ts'
import { noteInTransaction } from '../../protocol/audit.ts'
import { action, type ActionContext, type ActionDefinition } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { patients } from '../../protocol/guard.ts'
import { actingPrincipal, personTopic } from '../../protocol/principal.ts'
import { authorizedEmail } from './guardians.emails.ts'
import {
  isSamePerson,
  NewGuardian,
  notBornAfterToday,
  typedGuardian,
  whoCodes,
  type Guardian,
} from './guardians.rules.ts'
import { hadAccountDialog } from './guardians.screens.ts'

/** Per account, so that a patient cannot send many e-mails to strangers in the practice's name. */
export const authorisingLimit = { tries: 20, seconds: 3600 }

/** Specification 2 §2.14, add form; for practices where patients may choose the guardian's password. */
export function addGuardianAction(services: AccountServices): ActionDefinition {
  return action({
    name: 'account.addGuardian',
    about: 'Authorizes a person to use the account',
    guard: patients,
    input: NewGuardian,
    upToToday: notBornAfterToday,
    codes: {
      ...whoCodes,
      '/Password': { required: 'password.required' },
      '/Password2': { required: 'password.confirmRequired' },
    },
    // Its response is not stored: the fast hash of the input, stored with it, would allow guessing the password.
    repeatable: true,
    limit: { perAddress: 30 },
    run: async (context, { Password, Password2, ...typed }) => {
      if (context.setting(guardianSettings.Guardian_Invitations))
        throw new Failure('guardian.otherWay', { status: 409 })
      const person = actingPrincipal(context)
      const guardian = typedGuardian(typed)
      await context.takeTry(`authorise:${person.accountId}`, authorisingLimit)
      const passwordHash = await chosenPasswordHash(services, context, {
        Password,
        Password2,
        owner: { ...guardian, login: guardian.email },
      })
      const outcome = await addOnce(services, context, { guardian, passwordHash })
      const key = { licenseeId: context.licensee.id, patientId: person.patient.id }
      context.publish([personTopic(person, 'guardians'), staffPatientTopic(key)])
      if (outcome === 'made')
        return [
          { type: 'navigate', to: paths.dashboard() },
          { type: 'notify', tone: 'success', text: 'Account created successfully!' },
        ]
      return [
        { type: 'refresh', what: 'screen' }, // resets the form
        { type: 'open', dialog: hadAccountDialog() },
      ]
    },
  })
}

interface Addition {
  guardian: Guardian
  passwordHash: string
}

/** Stores account, authorization, e-mail and audit row in one transaction. */
function addOnce(
  { db, outbox }: AccountServices,
  context: ActionContext,
  { guardian, passwordHash }: Addition,
): Promise<'made' | 'had one'> {
  const actsFor = ownRecord(context, guardian)
  const base = portalBase(context)
  return db.transaction(async (tx) => {
    const licenseeId = context.licensee.id
    const made = await insertAccount(tx, {
      ...guardianAccount({ licenseeId, guardian }),
      passwordHash,
      actsFor: [actsFor],
    })
    const isNew = typeof made === 'number'
    const accountId = isNew ? made : await authoriseKnown(tx, { licenseeId, guardian, actsFor, at: context.now() })
    await outbox.enqueue(
      tx,
      authorizedEmail({ ...addressedTo(context, guardian.email), isNew, signInAt: base + paths.signIn() }),
    )
    context.trace.transmitted = { to: maskedEmail(guardian.email), status: 'on its way' }
    await noteInTransaction(tx, context, { subject: String(accountId) })
    return isNew ? 'made' : 'had one'
  })
}

/** Returns the access to the acting patient's own record, to be granted to another person. */
export function ownRecord(context: ActionContext, { relation }: Pick<Guardian, 'relation'>): ActsFor {
  const { accountId, patient } = actingPrincipal(context)
  const { id: patientId, emrId, firstName, lastName } = patient
  return { patientId, emrId, firstName, lastName, relation, createdBy: accountId }
}

export function guardianAccount({ licenseeId, guardian }: { licenseeId: string; guardian: Guardian }) {
  const { email, firstName, lastName, birthDay } = guardian
  return { licenseeId, kind: 'guardian', login: email, email, firstName, lastName, birthDay } as const
}

interface Known {
  licenseeId: string
  guardian: Guardian
  actsFor: ActsFor
  at: Date
}

/**
 * Authorizes an existing account, which stays unchanged. Throws when the login belongs to another person, or nothing
 * would be added.
 */
async function authoriseKnown(db: Db, { licenseeId, guardian, actsFor, at }: Known): Promise<number> {
  const account = await findAccount(db, { licenseeId, kind: 'guardian', login: guardian.email })
  if (!account || !isSamePerson(account, guardian)) throw new Failure('guardian.loginTaken', { pointer: '/Auth_Login' })
  await authoriseAccount(db, { licenseeId, accountId: account.id, actsFor, at })
  return account.id
}

/** Replaces an expired authorization by a new one. Throws when one is still valid. */
export async function authoriseAccount(
  db: Db,
  { licenseeId, accountId, actsFor, at }: { licenseeId: string; accountId: number; actsFor: ActsFor; at: Date },
): Promise<void> {
  await removeAuthorisation(db, { licenseeId, accountId, patientId: actsFor.patientId, ifOverAt: at })
  if (!(await insertAuthorisation(db, { ...actsFor, licenseeId, accountId })))
    throw new Failure('guardian.already', { pointer: '/Auth_Login' })
}

/**
 * Removing a guardian ends their sessions for this patient at once (security.md); their sessions for other patients
 * continue.
 */
export function removeGuardianAction({ db, sessions, uses }: AccountServices): ActionDefinition {
  return action({
    name: 'account.removeGuardian',
    about: 'Deletes the access of an authorized person',
    guard: patients,
    input: closed({ guardian: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) }),
    run: async (context, { guardian: accountId }) => {
      const person = actingPrincipal(context)
      const granted = { licenseeId: context.licensee.id, patientId: person.patient.id, accountId }
      const isRemoved = await db.transaction(async (tx) => {
        if (!(await removeAuthorisation(tx, granted))) return false
        for (const removed of uses(guardianRemoved)) await removed(tx, granted)
        await noteInTransaction(tx, context, { subject: String(accountId) })
        return true
      })
      if (!isRemoved) throw new Failure('guardian.unknown', { status: 404 })
      await sessions.end({ accountId, actingFor: person.patient.id })
      context.publish([personTopic(person, 'guardians'), staffPatientTopic(granted)])
      return [
        { type: 'refresh', what: 'region', id: 'guardians' },
        { type: 'notify', tone: 'success', text: 'Account Deleted Successfully' },
      ]
    },
  })
}
