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
const maria = people.mariaAlvarez.patientN

test('insurances stand side by side, empty where there is none [2 §3.38 §7.18]', async () => {
  const of = (patientN: number) => json(`/lakeside/api/getinsurancenumber?patient_n=${patientN}`)
  expect(await of(maria)).toMatchObject({
    PATIENT_INSURANCE_CARRIER: 'Harborline Health',
    SECONDARY_INSURANCE_CARRIER_ID: 'ESI-0092216',
    THIRD_INSURANCE_CARRIER: '',
  })
  expect(Object.values(await of(people.noraQuinn.patientN))).toEqual(Array.from({ length: 9 }, () => ''))
  expect((await get(`/northgate/api/getinsurancenumber?patient_n=${maria}`)).statusCode).toBe(404)
  expect((await get('/lakeside/api/GetFacilityEmailID?patientId=99999')).statusCode).toBe(404)
})
