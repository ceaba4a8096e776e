import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { makePatientAccount } from '../../server/identity/make-account.ts'
import { people, type NamedPerson } from '../../server/sandbox/seed/people.ts'
import { testPasswords } from './passwords.ts'
import type { Answer, RunningPortal, Told, Visitor } from './portal.ts'

export const codeRoute = '/ui/screens/user/forgotpassword/verification'
export const resetRoute = '/ui/screens/user/resetpassword'
export const unknownWords = "Sorry, Couldn't find the account. Please re-check the entered details."

interface PasswordClaim {
  Username: string
  PatientDOB: string
  PatientEmail: string
  IsGuardian?: boolean
}

/** What the owner of an account says on the form for a forgotten password. */
export function claimOf(login: string, { dob, email }: Pick<NamedPerson, 'dob' | 'email'>): PasswordClaim {
  return { Username: login, PatientDOB: dob, PatientEmail: email }
}

/** Accounts of four more people: two with contacts of their own, two who share a name and a day of birth. */
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
  const tools = { db: database.db, passwords: testPasswords }
  expect(await makePatientAccount(tools, { licensee, login, password, patient })).toBe(true)
}

/** Begins a recovery in this browser. */
export async function beginRecovery(visitor: Visitor, claim: object): Promise<void> {
  const { status, body } = await visitor.act('account.forgotPassword', claim)
  expect([status, body.effects]).toEqual([200, [{ type: 'navigate', to: '/user/forgotpassword/verification' }]])
}

/** The newest code that went to an address or a number; a notice of what was done before may arrive after it. */
export async function codeSentTo(portal: RunningPortal, to: string): Promise<string> {
  const codes = (await portal.outbox(to)).map(({ text }) => /\b\d{6}\b/.exec(text)?.[0])
  const code = codes.find((each) => each !== undefined)
  if (!code) throw new Error(`no code went to ${to}`)
  return code
}

/** A code with the same number of digits that is not the right one. */
export function otherThan(code: string): string {
  return code.replace(/.$/, (last) => String((Number(last) + 1) % 10))
}

export function verify(visitor: Visitor, code: string): Promise<Answer<Told>> {
  return visitor.act('account.verifyRecoveryCode', { code })
}

export function reset(visitor: Visitor, password: string, again = password): Promise<Answer<Told>> {
  return visitor.act('account.resetPassword', { Password: password, Password2: again })
}

/** Goes the whole way by e-mail to the grant, but sets no password yet. */
export async function earnGrant(portal: RunningPortal, visitor: Visitor, claim: PasswordClaim): Promise<void> {
  await beginRecovery(visitor, claim)
  expect((await visitor.act('account.sendRecoveryCode', { byEmail: true })).status).toBe(200)
  const { body } = await verify(visitor, await codeSentTo(portal, claim.PatientEmail))
  expect(body.effects).toEqual([{ type: 'navigate', to: '/user/resetpassword', replace: true }])
}

/** What an answer of refusal says of each value. */
export function errorsIn({ status, body }: Answer<Told>): [number, [string, string][]] {
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

/** The text of the mail with such a subject, once it has come. */
export async function untilLetter(portal: RunningPortal, to: string, subject: RegExp): Promise<string> {
  const texts = async () =>
    (await portal.outbox(to)).filter((letter) => subject.test(letter.subject)).map(({ text }) => text)
  await expect.poll(texts).not.toEqual([])
  return (await texts())[0]!
}
