import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestSandbox, type TestSandbox } from '../../../../tests/support/test-sandbox.ts'
import { people } from '../../seed/people.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox.close())

const get = (path: string) => sandbox.app.inject(path)
const json = async (path: string) => (await get(path)).json()
const lookUpPath = (who: Record<string, string>) => `/lakeside/api/Provider/GetPatient?${new URLSearchParams(who)}`
const lookUp = (who: Record<string, string>) => json(lookUpPath(who))

test('sign-up finds one record, two, or none [1 §7.41]', async () => {
  const amelia = { firstName: 'amelia', lastName: 'NOVAK', dob: '1988-04-12', gender: '2', zip: '10017' }
  expect(await lookUp(amelia)).toMatchObject([
    {
      patienT_N: people.ameliaNovak.patientN,
      patienT_MRA_ID: 0,
      patienT_FIRST_NAME: 'Amelia',
      patienT_LAST_NAME: 'Novak',
    },
  ])
  expect((await get(lookUpPath({ ...amelia, dob: '1988-02-30' }))).statusCode).toBe(400)
  expect(await lookUp({ ...amelia, zip: '10018' })).toEqual([])
  expect(
    await lookUp({ firstName: 'John', lastName: 'Smith', dob: '1970-01-02', gender: '1', zip: '10001' }),
  ).toHaveLength(2)
})
