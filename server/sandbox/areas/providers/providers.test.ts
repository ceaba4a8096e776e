import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestSandbox, type TestSandbox } from '../../../../tests/support/test-sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox.close())

const get = (path: string) => sandbox.app.inject(path)
const json = async (path: string) => (await get(path)).json()

test('facilities that accept the insurance come first, providers who do not are left out [1 §7.4]', async () => {
  const facilities = await json('/northgate/api/Provider/GetFacilitiesByInsurance/2')
  expect(facilities.map((facility: { IsInsuranceAccepted: boolean }) => facility.IsInsuranceAccepted)).toEqual([
    true,
    true,
    false,
  ])
  const accepting = await json('/northgate/api/Provider/GetProvidersByInsurance/2')
  const everybody = await json('/northgate/api/Provider/GetAllProviders')
  expect(everybody.length - accepting.length).toBe(2)
})

test('only those who give video visits are telehealth providers, and Northgate has none [1 §7.2]', async () => {
  const atLakeside = await json('/lakeside/api/Provider/TeleHealth/GetAllProviders')
  expect(atLakeside.map((provider: { EMPLOYEE_N: number }) => provider.EMPLOYEE_N).sort()).toEqual([103, 104])
  expect(await json('/northgate/api/Provider/TeleHealth/GetAllProviders')).toEqual([])
})
