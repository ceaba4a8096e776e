import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestSandbox, type TestSandbox } from '../../tests/support/test-sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox.close())

const get = (path: string) => sandbox.app.inject(path)

test('an unknown practice or call is a 404', async () => {
  for (const path of [
    '/elsewhere/api/Provider/GetPracticeName',
    '/lakeside/api/Provider/Nothing',
    '/lakeside/Images/Providers/1/112.jpg',
    '/lakeside/Images/Providers/2/101.jpg',
    '/lakeside/Images/Locations/14.jpg',
  ]) {
    expect((await get(path)).statusCode).toBe(404)
  }
})
