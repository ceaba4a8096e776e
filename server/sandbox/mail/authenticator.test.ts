import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestSandbox, type TestSandbox } from '../../../tests/support/test-sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox.close())

const page = async (key: string) => (await sandbox.app.inject({ url: '/authenticator', query: { key } })).body

test('the page shows the code of a key, however it is typed, and how long it is valid', async () => {
  for (const key of ['JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', ' jbsw y3dp ehpk 3pxp jbsw y3dp ehpk 3pxp '])
    expect(await page(key)).toMatch(/<h2>\d{6}<\/h2><p>Another \d+ seconds\./)
})

test('a key that no app takes is refused in words, and shown as text', async () => {
  const body = await page('<script>1')
  expect(body).toContain('No app takes this key.')
  expect(body).toContain('&lt;script&gt;1')
  expect(body).not.toContain('<script>')
  expect(await page('')).not.toContain('No app takes')
})
