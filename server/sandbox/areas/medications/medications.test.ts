import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestSandbox, type TestSandbox } from '../../../../tests/support/test-sandbox.ts'
import { people, type NamedPerson } from '../../seed/people.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox.close())

const of = async ({ practice, patientN }: NamedPerson): Promise<Record<string, string>[]> =>
  (await sandbox.app.inject(`/${practice}/api/Medications/GetMedications?patient_n=${patientN}`)).json()

test('Maria Alvarez has twelve medications by name, others a few, a new patient none', async () => {
  const all = await of(people.mariaAlvarez)
  const names = all.map(({ Name: name }) => name ?? '')
  expect(names).toHaveLength(12)
  expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other, 'en')))
  const { lucasAlvarez, adaOkafor, benCarter, noraQuinn } = people
  const counts = await Promise.all(
    [lucasAlvarez, adaOkafor, benCarter, noraQuinn].map(async (each) => (await of(each)).length),
  )
  expect(counts).toEqual([1, 2, 2, 0])
})

test('a medication was created before it was changed, and names the pharmacy of the patient', async () => {
  for (const { CreateDate: created = '', ModifyDate: modified = '', Pharmacy: pharmacy } of await of(
    people.mariaAlvarez,
  )) {
    expect(created <= modified).toBe(true)
    expect(pharmacy).toMatch(/\w/)
  }
  expect((await of(people.lucasAlvarez)).map(({ Pharmacy: pharmacy }) => pharmacy)).toEqual([''])
})
