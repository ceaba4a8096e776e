import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { rowsOf } from '../../server/db/rows.ts'
import { messageTo } from './message-to.ts'
import type { Answer, RunningPortal, Message, Visitor } from './portal.ts'

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
/** The navigation to the current step of the sign-up. */
export const toStep = { type: 'navigate', to: '/user/signup', replace: true }
export const signUpScreen = '/ui/screens/user/signup'

/** Generated people with an e-mail address and a cell phone, without account. */
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

export function accountRequest(login: string, more: object = {}) {
  return { Login: login, PatientPassword: password, PatientPassword2: password, Terms: true, ...more }
}

export async function locate(visitor: Visitor, somebody: Parameters<typeof identityOf>[0]): Promise<void> {
  const { status, body } = await visitor.act('account.locateRecord', identityOf(somebody))
  expect([status, body.effects]).toEqual([200, [toStep]])
}

/** Finds the record and has a code sent, by e-mail by default. */
export async function askForCode(
  visitor: Visitor,
  somebody: Parameters<typeof identityOf>[0],
  channels: object = { byEmail: true },
): Promise<void> {
  await locate(visitor, somebody)
  expect((await visitor.act('account.sendSignUpCode', channels)).status).toBe(200)
}

export async function newestCode(portal: Pick<RunningPortal, 'outbox'>, to: string): Promise<string> {
  const line = /code is\s+(\d+)/
  return line.exec((await messageTo(portal, to, line)).text)?.[1] ?? expect.fail('no code was sent')
}

export function enterCode(visitor: Visitor, code: string): Promise<Answer<Message>> {
  return visitor.act('account.verifySignUpCode', { code })
}

/** Completes the steps up to the third. */
export async function getVerified(portal: RunningPortal, visitor: Visitor, somebody: Somebody): Promise<void> {
  await askForCode(visitor, somebody)
  const { status, body } = await enterCode(visitor, await newestCode(portal, somebody.email))
  expect([status, body.effects]).toEqual([
    200,
    [toStep, { type: 'notify', tone: 'success', text: 'Code verified successfully!' }],
  ])
}

/** Returns the title of the step that this browser shows. */
export async function stepOf(visitor: Visitor): Promise<string | undefined> {
  const { body } = await visitor.get(signUpScreen)
  const block = body.blocks.find(({ kind }) => kind === 'steps')
  return block?.kind === 'steps' ? block.steps.find(({ id }) => id === block.current)?.title : undefined
}

/** Returns the text of the dialog that a response opens, with nothing else that would empty the form. */
export function dialogTextOf({ status, body }: Answer<Message>, types = ['open']): string {
  expect([status, body.effects.map(({ type }) => type)]).toEqual([200, types])
  return JSON.stringify(body.effects.at(-1))
}

/** Returns the errors of a refusal, by field. */
export function refusedBy({ status, body }: Answer<Message>): [number, string, string][] {
  return body.errors.map(({ pointer, message }) => [status, pointer, message])
}
