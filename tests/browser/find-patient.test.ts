import type { Page, Route } from 'playwright'
import { expect } from 'vitest'
import { browserTest } from './browser-test.ts'
import { faultsInWidths, faultsOf, press } from './keyboard.ts'
import { drawn, open, signInAs } from './people.ts'

const test = browserTest()

const field = (page: Page) => page.getByLabel('Name, birth date, phone, email or number')
const isFocused = (page: Page) => field(page).evaluate((each) => each === document.activeElement)
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })
const isClean = async (page: Page) => expect(await faultsOf(page)).toEqual([])
const isCleanInWidths = async (page: Page) => expect(await faultsInWidths(page)).toEqual([])

test('somebody who calls is found and opened by keyboard at 320 px [2 §2.145 §3.49]', async ({ portal, browser }) => {
  const page = await signInAs('calls.desk', { browser, port: portal.port, width: 320 })
  // From the dashboard on, in two presses.
  await expect.poll(() => isFocused(page)).toBe(true)
  await page.keyboard.type('alvarez lucas')
  await page.keyboard.press('Enter')
  await heading(page, '1 patient').waitFor()
  await drawn(page)
  await isCleanInWidths(page)
  expect(page.url()).not.toMatch(/alvarez|lucas/i)
  await press(page, /^Alvarez, Lucas$/)
  await heading(page, 'Lucas Alvarez').waitFor()
  await drawn(page)
  await isCleanInWidths(page)
  await page.goBack()
  await heading(page, '1 patient').waitFor()
  await expect.poll(() => field(page).inputValue()).toBe('alvarez lucas')
})

test('the field has the focus also when its form is drawn a moment after the screen', async ({ portal, browser }) => {
  const page = await signInAs('calls.desk', { browser, port: portal.port, width: 1280 })
  const held: Route[] = []
  await page.route(/\/form-[^/]*\.js$/, (route) => void held.push(route))
  await page.reload({ waitUntil: 'commit' })
  await heading(page, 'Administration').waitFor()
  await expect.poll(() => held.length).toBe(1)
  expect(await field(page).count()).toBe(0)
  await held[0]?.continue()
  await expect.poll(() => isFocused(page)).toBe(true)
})

test('a search without a result says so, the other form takes a birth date, and no word of a row is broken [2 §5.47 §8.38]', async ({
  portal,
  browser,
}) => {
  const page = await signInAs('records.desk', { browser, port: portal.port, width: 320 })
  await open(page, '/admin/find_patient')
  await field(page).fill("100% 'nobody' ⚕")
  await field(page).press('Enter')
  await page.getByText('No records found!').waitFor()
  await isClean(page)
  await press(page, /^Search by name, date of birth and gender$/)
  await page.getByLabel('Last name').fill('Alvarez')
  await press(page, /^Search$/)
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Date of birth' }).getAttribute('aria-invalid'))
    .toBe('true')
  await isClean(page)
  await page.getByRole('textbox', { name: 'Date of birth' }).fill('06/21/1984')
  await press(page, /^Search$/)
  await heading(page, '1 patient').waitFor()
  await isClean(page)

  // No word or number of a row is broken.
  await page.setViewportSize({ width: 768, height: 900 })
  await open(page, '/admin/find_patient')
  await field(page).fill('abbott')
  await field(page).press('Enter')
  await heading(page, /patients$/).waitFor()
  await drawn(page)
  const linesOf = (text: string | RegExp) =>
    page
      .getByRole('cell')
      .getByText(text)
      .first()
      .evaluate((own) => {
        const words = document.createRange()
        words.selectNodeContents(own)
        return new Set([...words.getClientRects()].map(({ top }) => Math.round(top))).size
      })
  expect([await linesOf('Unknown'), await linesOf('Female'), await linesOf(/^LSD-\d+$/)]).toEqual([1, 1, 1])
  await isClean(page)
})
