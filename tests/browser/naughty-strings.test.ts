import type { Page } from 'playwright'
import { expect } from 'vitest'
import { naughtyStrings } from '../support/naughty-strings.ts'
import { browserTest } from './browser-test.ts'
import { drawn, open, openContext, signInAs } from './people.ts'

const test = browserTest()

const strangers = ['/user/signup', '/user/forgotpassword', '/user/forgotusername', '/user/guestLogin', '/user/login']
const patients = ['/user/home/ChatMsg', '/user/register/guardian?way=password']

/** Those that a page could run, turn around or draw over others. Over HTTP all are tried. */
const typed = naughtyStrings.filter((text) => /[<{$\u202e\u0590-\u06ff]|\p{M}/u.test(text))

const textFields = 'main input:is([type=text], [type=email], [type=tel]):visible, main textarea:visible'

/** Types each string into every text field, presses the main button, and returns what went wrong. */
async function faultsWith(page: Page): Promise<string[]> {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(`threw ${error.message}`))
  page.on('dialog', (dialog) => {
    faults.push(`opened a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  const fields = await page.locator(textFields).all()
  expect(fields.length).toBeGreaterThan(0)
  for (const text of typed) for (const field of fields) await field.fill(text)
  await page.locator('main button[type=submit]').first().click()
  await drawn(page)
  if (await page.evaluate(() => 'pwned' in window)) faults.push('ran what was typed')
  return faults
}

test.for(strangers)(
  'each text field of %s takes or drops each naughty string, and runs none',
  async (route, { portal, browser }) => {
    const page = await (await openContext({ browser, width: 390 })).newPage()
    await page.goto(`http://lakeside.localhost:${portal.port}${route}`)
    await drawn(page)
    expect(await faultsWith(page)).toEqual([])
  },
)

test.for(patients)('the same for a patient: %s', async (route, { portal, browser }) => {
  const page = await signInAs('maria.alvarez', { browser, port: portal.port, width: 390 })
  await open(page, route)
  expect(await faultsWith(page)).toEqual([])
})

test('a message with code in it is shown as its text, on its own page and in the list', async ({ portal, browser }) => {
  const page = await signInAs('maria.alvarez', { browser, port: portal.port, width: 390 })
  const words = '<script>window.pwned = 1</script> "><img src=x onerror="window.pwned=1"> محمد {{7*7}}'
  await open(page, '/user/home/ChatMsg')
  await page.getByRole('combobox', { name: /^To/ }).selectOption({ index: 1 })
  await page.getByLabel(/^Subject/).fill(words)
  await page.getByRole('textbox', { name: /^Message/ }).fill(words)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('dialog').getByText('Your message was sent').waitFor()
  await open(page, '/user/home/Messages?box=sent')
  await page.locator('main').getByText(words).first().waitFor()
  expect(await page.evaluate(() => 'pwned' in window)).toBe(false)
})
