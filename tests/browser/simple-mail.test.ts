import { expect } from 'vitest'
import { dateText, dayOf } from '../../server/protocol/time-words.ts'
import { violationsOn } from './axe.ts'
import { browserTest } from './browser-test.ts'
import { faultsOf, press } from './keyboard.ts'
import { drawn, open, signInAs } from './people.ts'
import { withSetting } from '../support/switches.ts'

const test = browserTest()

test('an email with a visit record is sent by keyboard at 320 px after its warning, and the form is empty again [2 §4.28]', async ({
  portal,
  browser,
}) => {
  const page = await signInAs('maria.alvarez', { browser, port: portal.port, width: 320 })
  const form = page.locator('[data-block^=mail-]')
  const field = (name: string) => form.getByRole('textbox', { name, exact: true })
  const day = (name: string) =>
    page.locator('[data-block=find-visit-records]').getByRole('textbox', { name, exact: true })
  const checked = async () => {
    await drawn(page)
    expect(await faultsOf(page)).toEqual([])
    expect(await violationsOn(page)).toEqual([])
  }
  await open(page, '/user/home/SimpleMail')
  await press(page, /^Send$/)
  await page.getByText('Please Enter Valid Email').first().waitFor()
  await checked()
  await field('To').fill('jane@example.org')
  await field('Subject').fill('My records')
  await field('Message').fill('Hello Jane.')
  await press(page, /^Attach visit records/)
  await day('From').fill('01/01/2024')
  await day('To').fill(dateText(dayOf(portal.portal.now(), 'America/New_York')))
  await press(page, /^Choose visit records/)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox').first().press('Space')
  await press(page, /^Attach$/)
  await dialog.waitFor({ state: 'detached' })
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
  expect([await faultsOf(page), await violationsOn(page)]).toEqual([[], []])
  await open(page, '/user/home/Messages?box=drafts')
  expect([await faultsOf(page), await violationsOn(page)]).toEqual([[], []])
  await press(page, /One more thing/)
  await press(page, /^Delete draft$/)
  await press(page, /^Delete$/)
  await page.getByText('The draft was deleted.').last().waitFor()
})

test('a draft of a way that is switched off is read, goes on in another way, and loses nothing', async ({
  portal,
  browser,
}) => {
  const page = await signInAs('new.patient', { browser, port: portal.port, width: 320 })
  const field = (name: string) => page.locator('[data-block^=mail-]').getByRole('textbox', { name, exact: true })
  await open(page, '/user/home/SimpleMail')
  await field('To').fill('jane@example.org')
  await field('Message').fill('First line.\nSecond line.')
  await press(page, /^Subject|^Send$/)
  await page.getByText(/^Saved /).waitFor()
  await withSetting(portal, { name: 'Portal_Simple_Mail', value: false }, async () => {
    await page.reload()
    await page.getByText(/Simple email is not offered now/).waitFor()
    await drawn(page)
    expect(await page.getByText('Second line.').innerText()).toBe('First line.\nSecond line.')
    expect([await faultsOf(page), await violationsOn(page)]).toEqual([[], []])
    await open(page, '/user/home/Messages?box=drafts')
    await drawn(page)
    expect([await faultsOf(page), await violationsOn(page)]).toEqual([[], []])
    await press(page, /Not offered now/)
    await press(page, /^Continue as Secure email/)
    await expect.poll(() => field('Message').inputValue()).toBe('First line.\nSecond line.')
    expect(await field('To').inputValue()).toBe('jane@example.org')
    await press(page, /^Delete draft$/)
    await press(page, /^Delete$/)
    await page.getByText('The draft was deleted.').last().waitFor()
  })
})
