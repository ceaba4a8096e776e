import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { rowsOf } from '../../server/sandbox/rows.ts'
import type { Answer, RunningPortal, Told, Visitor } from './portal.ts'

/** A record of the practice, as its owner knows it. */
export interface Somebody {
  patientN: number
  firstName: string
  lastName: string
  dob: string
  gender: number
  zip: string
  email: string
  cellPhone: string
}

export const password = 'Silent-Orchard-91'
/** To the step where the sign-up stands now. */
export const toStep = { type: 'navigate', to: '/user/signup', replace: true }
export const signUpScreen = '/ui/screens/user/signup'

/** Invented people with an e-mail address and a cell phone, none of whom has an account. */
export function peopleOf(
  { records }: Pick<RunningPortal, 'records'>,
  count: number,
  practice = 'lakeside',
): Promise<Somebody[]> {
  return rowsOf<Somebody>(
    records.db,
    sql`select patient_n as "patientN", first_name as "firstName", last_name as "lastName", dob::text as dob, gender, zip,
        email, cell_phone as "cellPhone"
      from patients where practice = ${practice} and email <> '' and cell_phone <> ''
        and patient_n % 1000 > 100
      order by patient_n limit ${count}`,
  )
}

export function identityOf({
  firstName,
  lastName,
  dob,
  gender,
  zip,
}: Omit<Somebody, 'patientN' | 'email' | 'cellPhone'>) {
  return {
    PatientFirstName: firstName,
    PatientLastName: lastName,
    PatientDOB: dob,
    PatientGender: gender,
    PatientZIP: zip,
  }
}

export function accountWish(login: string, more: object = {}) {
  return { Login: login, PatientPassword: password, PatientPassword2: password, Terms: true, ...more }
}

export async function locate(visitor: Visitor, somebody: Parameters<typeof identityOf>[0]): Promise<void> {
  const { status, body } = await visitor.act('account.locateRecord', identityOf(somebody))
  expect([status, body.effects]).toEqual([200, [toStep]])
}

/** Finds the record and has a code sent, by e-mail unless said otherwise. */
export async function askForCode(
  visitor: Visitor,
  somebody: Parameters<typeof identityOf>[0],
  ways: object = { byEmail: true },
): Promise<void> {
  await locate(visitor, somebody)
  expect((await visitor.act('account.sendSignUpCode', ways)).status).toBe(200)
}

export async function newestCode(portal: Pick<RunningPortal, 'outbox'>, to: string): Promise<string> {
  const [letter] = await portal.outbox(to)
  const [, code] = /code is (\d+)\./.exec(letter?.text ?? '') ?? []
  if (code === undefined) throw new Error(`no code went to ${to}`)
  return code
}

export function enterCode(visitor: Visitor, code: string): Promise<Answer<Told>> {
  return visitor.act('account.verifySignUpCode', { code })
}

/** As far as the third step. */
export async function getVerified(portal: RunningPortal, visitor: Visitor, somebody: Somebody): Promise<void> {
  await askForCode(visitor, somebody)
  const { status, body } = await enterCode(visitor, await newestCode(portal, somebody.email))
  expect([status, body.effects]).toEqual([
    200,
    [toStep, { type: 'notify', tone: 'success', text: 'Code verified successfully!' }],
  ])
}

/** The title of the step that the screen of this browser shows. */
export async function stepOf(visitor: Visitor): Promise<string | undefined> {
  const { body } = await visitor.get(signUpScreen)
  const block = body.blocks.find(({ kind }) => kind === 'steps')
  return block?.kind === 'steps' ? block.steps.find(({ id }) => id === block.current)?.title : undefined
}

/** The words of the dialog that an answer opens, beside the refresh that clears the form. */
export function saidBy({ status, body }: Answer<Told>): string {
  expect([status, body.effects.map(({ type }) => type)]).toEqual([200, ['refresh', 'open']])
  return JSON.stringify(body.effects[1])
}

/** What a refusal says of each value. */
export function refusedBy({ status, body }: Answer<Told>): [number, string, string][] {
  return body.errors.map(({ pointer, message }) => [status, pointer, message])
}
