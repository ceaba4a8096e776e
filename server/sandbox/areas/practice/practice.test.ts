import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestSandbox, type TestSandbox } from '../../../../tests/support/test-sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox.close())

const get = (path: string) => sandbox.app.inject(path)
const json = async (path: string) => (await get(path)).json()

test('a text is answered as JSON, an unknown setting with 404', async () => {
  expect(await json('/lakeside/api/Provider/GetPracticeName')).toBe('Lakeside Dermatology')
  expect(await json('/lakeside/api/employee/GetPortalEmployeeN')).toBe(9001)
  expect(await json('/northgate/api/Provider/GetAdminSettingValue?settingName=EnableCenterLogo')).toBe('1')
  expect((await get('/lakeside/api/Provider/GetAdminSettingValue?settingName=EnableCenterLogo')).statusCode).toBe(404)
})
