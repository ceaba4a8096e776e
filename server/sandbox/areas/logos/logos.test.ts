import { afterAll, beforeAll, expect, test } from 'vitest'
import sharp from 'sharp'
import { openTestSandbox, type TestSandbox } from '../../../../tests/support/test-sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox.close())

test('Lakeside has a logo, Northgate has none', async () => {
  const content = Buffer.from((await sandbox.app.inject('/lakeside/api/GetLogo')).json<string>(), 'base64')
  expect(await sharp(content).metadata()).toMatchObject({ format: 'png', width: 720, height: 432 })
  expect((await sandbox.app.inject('/northgate/api/GetLogo')).statusCode).toBe(404)
})
