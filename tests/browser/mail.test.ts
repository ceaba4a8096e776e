import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'
import { dateText, dayOf } from '../../server/protocol/time-words.ts'
import { browserTest } from './browser-test.ts'
import { faultsInWidths, faultsOf, press } from './keyboard.ts'
import { open, openContext, signInAs } from './people.ts'
import { until } from '../support/waiting.ts'

const test = browserTest()

/** Asks for the visit records since 2024, and returns the dialog in which they are chosen. */
async function chooseVisitRecords(page: Page, now: Date): Promise<Locator> {
  const day = (name: string) =>
    page.locator('[data-block=find-visit-records]').getByRole('textbox', { name, exact: true })
  await press(page, /^Attach visit records/)
  await day('From').fill('01/01/2024')
  await day('To').fill(dateText(dayOf(now, 'America/New_York')))
  await press(page, /^Choose visit records/)
  return page.getByRole('dialog')
}

test('an email with a visit record is sent by keyboard at 320 px after its warning, and the form is empty again [2 §4.28]', async ({
  portal,
  browser,
}) => {
  const page = await signInAs('maria.alvarez', { browser, port: portal.port, width: 320 })
  const form = page.locator('[data-block^=mail-]')
  const field = (name: string) => form.getByRole('textbox', { name, exact: true })
  const checked = async () => expect(await faultsInWidths(page)).toEqual([])
  await open(page, '/user/home/SimpleMail')
  await press(page, /^Send$/)
  await page.getByText('Please Enter Valid Email').first().waitFor()
  await checked()
  await field('To').fill('jane@example.org')
  await field('Subject').fill('My records')
  await field('Message').fill('Hello Jane.')
  const dialog = await chooseVisitRecords(page, portal.portal.now())
  await dialog.getByRole('checkbox').first().press('Space')
  await dialog.getByRole('checkbox').nth(1).press('Space')
  await checked()
  await press(page, /^Attach$/)
  await dialog.waitFor({ state: 'detached' })
  // The message stays, and what is attached can be removed.
  expect(await field('Message').inputValue()).toBe('Hello Jane.')
  const removals = page.locator('[data-block=attached-visit-records]').getByRole('button', { name: /^Remove/ })
  await expect.poll(() => removals.count()).toBe(2)
  await press(page, /^Remove/)
  await expect.poll(() => removals.count()).toBe(1)
  await press(page, /^Send$/)
  await dialog.getByText('This email is not protected').waitFor()
  await checked()
  await press(page, /^Send anyway/)
  await dialog.getByText('Your email was sent to jane@example.org.').waitFor()
  await press(page, /^OK$/)
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => field('Message').inputValue()).toBe('')
  await open(page, '/user/home/Messages?box=sent')
  await checked()
  await page.getByRole('link', { name: /My records/ }).press('Enter')
  await page.getByText('Hello Jane.').waitFor()
  await checked()
})

test('what was typed is lost neither by Cancel, nor by a reload, nor on the way to Drafts', async ({
  portal,
  browser,
}) => {
  const page = await signInAs('new.patient', { browser, port: portal.port, width: 320 })
  const message = page.locator('[data-block^=mail-]').getByRole('textbox', { name: 'Message', exact: true })
  await open(page, '/user/home/SecureMail')
  await message.fill('Hello Jane.')
  await press(page, /^Cancel$/)
  await page.waitForURL(/dashboard/i)
  await page.goBack()
  await page.getByText(/^Saved /).waitFor()
  expect(await message.inputValue()).toBe('Hello Jane.')
  await message.fill('Hello Jane. One more thing.')
  await page.reload()
  await expect.poll(() => message.inputValue()).toBe('Hello Jane. One more thing.')
  expect(await faultsOf(page)).toEqual([])
  await open(page, '/user/home/Messages?box=drafts')
  expect(await faultsOf(page)).toEqual([])
  await press(page, /One more thing/)
  await press(page, /^Delete draft$/)
  await press(page, /^Delete$/)
  await page.getByText('The draft was deleted.').last().waitFor()
})

test('a secure email is sent, read with a code, and shown as read, by keyboard at 320 px', async ({
  portal,
  browser,
}) => {
  const page = await signInAs('maria.alvarez', { browser, port: portal.port, width: 320 })
  const to = 'jane@example.org'
  const field = (name: string) => page.locator('[data-block^=mail-]').getByRole('textbox', { name, exact: true })
  const checked = async (at = page) => expect(await faultsInWidths(at)).toEqual([])
  await open(page, '/user/home/SecureMail')
  await checked()
  await field('To').fill(to)
  await field('Subject').fill('My records')
  await field('Message').fill('Hello Jane.')
  const dialog = await chooseVisitRecords(page, portal.portal.now())
  await dialog.getByRole('checkbox').first().press('Space')
  await press(page, /^Attach$/)
  await dialog.waitFor({ state: 'detached' })
  await press(page, /^Send$/)
  await dialog.getByText(`A link to your email was sent to ${to}.`).waitFor()
  await checked()
  await press(page, /^See this email/)
  await dialog.waitFor({ state: 'detached' })
  await checked()

  const reader = await (await openContext({ browser, width: 320 })).newPage()
  const [email] = await portal.outbox(to)
  const link = /http:\S+\/user\/securemail\/[\w-]+/.exec(email?.text ?? '')?.[0] ?? ''
  await reader.goto(link)
  await checked(reader)
  await press(reader, /^Send code/)
  await reader.getByText('We sent a code with 6 digits').waitFor()
  await checked(reader)
  const code = await until(
    'the code',
    async () => (await portal.outbox(to)).flatMap(({ text }) => /^\s*(\d{6})\s*$/m.exec(text)?.[1] ?? [])[0],
  )
  await reader.getByRole('textbox', { name: 'Verification code' }).press('Home')
  await reader.keyboard.type(code)
  await reader.getByText('Hello Jane.').waitFor()
  await checked(reader)
  const download = reader.waitForEvent('download')
  await press(reader, /^Download PDF/)
  expect((await download).suggestedFilename()).toMatch(/^visit-record-\d{4}-\d\d-\d\d\.pdf$/)
  await page.getByText(/^Its reader opened this email on/).waitFor()
  await checked()

  const other = await (await openContext({ browser, width: 320 })).newPage()
  await other.goto(link)
  await checked(other)
  await press(other, /^Send a new link/)
  await other.getByText('A new link is on its way').first().waitFor()
  await other.getByText('Open the newest email').waitFor()
  await checked(other)
  await other.goto(link.replace(/[\w-]{43}$/, 'a'.repeat(43)))
  await checked(other)

  await open(page, '/user/home/Messages?box=sent')
  await checked()
})
