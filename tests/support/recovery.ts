import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { makePatientAccount } from '../../server/identity/make-account.ts'
import { people, type NamedPerson } from '../../server/sandbox/seed/people.ts'
import { testPasswords } from './passwords.ts'
import type { Answer, RunningPortal, Message, Visitor } from './portal.ts'

export const codeRoute = '/ui/screens/user/forgotpassword/verification'
export const resetRoute = '/ui/screens/user/resetpassword'
export const unknownWords = "Sorry, Couldn't find the account. Please re-check the entered details."

interface PasswordClaim {
  Username: string
  PatientDOB: string
  PatientEmail: string
  IsGuardian?: boolean
}

/** The input of the form for a forgotten password. */
export function claimOf(login: string, { dob, email }: Pick<NamedPerson, 'dob' | 'email'>): PasswordClaim {
  return { Username: login, PatientDOB: dob, PatientEmail: email }
}

/** Creates accounts of four more people: two with contacts of their own, two with the same name and day of birth. */
export async function makeAccountsToRecover(portal: Pick<RunningPortal, 'database'>): Promise<void> {
  await makeAccountFor(portal, people.ameliaNovak, { login: 'amelia.n', password: 'First-Garden-10' })
  await makeAccountFor(portal, people.piotrZielinski, { login: 'piotr.z', password: 'First-Garden-11' })
  await makeAccountFor(portal, people.johnSmith, { login: 'john.one', password: 'First-Garden-12' })
  await makeAccountFor(portal, people.otherJohnSmith, { login: 'john.two', password: 'First-Garden-13' })
}

export async function makeAccountFor(
  { database }: Pick<RunningPortal, 'database'>,
  person: NamedPerson,
  { login, password }: { login: string; password: string },
): Promise<void> {
  const { practice: licensee, patientN, emrid: emrId, firstName, lastName } = person
  const patient = { patientN, emrId, firstName, lastName }
  const deps = { db: database.db, passwords: testPasswords }
  expect(await makePatientAccount(deps, { licensee, login, password, patient })).toBe(true)
}

/** Starts a recovery in this browser. */
export async function beginRecovery(visitor: Visitor, claim: object): Promise<void> {
  const { status, body } = await visitor.act('account.forgotPassword', claim)
  expect([status, body.effects]).toEqual([200, [{ type: 'navigate', to: '/user/forgotpassword/verification' }]])
}

/**
 * Returns the newest code sent to an e-mail address or phone number; a notice of an earlier step may arrive after it.
 */
export async function codeSentTo(portal: RunningPortal, to: string): Promise<string> {
  const codes = (await portal.outbox(to)).map(({ text }) => /\b\d{6}\b/.exec(text)?.[0])
  const code = codes.find((each) => each !== undefined)
  if (!code) throw new Error(`no code went to ${to}`)
  return code
}

/** A wrong code with the same number of digits. */
export function otherThan(code: string): string {
  return code.replace(/.$/, (last) => String((Number(last) + 1) % 10))
}

export function verify(visitor: Visitor, code: string): Promise<Answer<Message>> {
  return visitor.act('account.verifyRecoveryCode', { code })
}

export function reset(visitor: Visitor, password: string, again = password): Promise<Answer<Message>> {
  return visitor.act('account.resetPassword', { Password: password, Password2: again })
}

/** Completes recovery by e-mail up to the grant; no password is set yet. */
export async function earnGrant(portal: RunningPortal, visitor: Visitor, claim: PasswordClaim): Promise<void> {
  await beginRecovery(visitor, claim)
  expect((await visitor.act('account.sendRecoveryCode', { byEmail: true })).status).toBe(200)
  const { body } = await verify(visitor, await codeSentTo(portal, claim.PatientEmail))
  expect(body.effects).toEqual([{ type: 'navigate', to: '/user/resetpassword', replace: true }])
}

/** Returns the errors of a refusal, by field. */
export function errorsIn({ status, body }: Answer<Message>): [number, [string, string][]] {
  return [status, body.errors.map(({ pointer, message }) => [pointer, message])]
}

export async function setDisabled(
  { database }: Pick<RunningPortal, 'database'>,
  login: string,
  isDisabled: boolean,
): Promise<void> {
  const at = isDisabled ? new Date().toISOString() : null
  await database.db.execute(sql`update accounts set disabled_at = ${at}::timestamptz where login = ${login}`)
}
