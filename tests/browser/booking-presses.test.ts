import { expect } from 'vitest'
import type { Locator, Page } from 'playwright'
import { drawn, heading, open, settled, signInAs } from './people.ts'
import { faultsOf, focusedText } from './keyboard.ts'
import { browserTest } from './browser-test.ts'

const test = browserTest()

const phone = { width: 390, height: 844 }
const slots = '/user/bookappointment/facility/slots?type=inoffice&visit=1&facility=11'
const freeTimes = (page: Page) => page.locator('button[data-time]:visible')

/**
 * The first Saturday after today, in milliseconds from now. The first times are those of a whole Monday then, and not
 * what is left of today.
 */
function untilSaturday(): number {
  const now = new Date()
  const days = (6 - now.getUTCDay() + 7) % 7 || 7
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + days, 15) - now.getTime()
}

test('a patient books by location on a phone on a Saturday in at most five presses, with the first time in view [1 §2.60 §4.26]', async ({
  portal,
  browser,
}) => {
  portal.clock.aheadMs = untilSaturday()
  const page = await signInAs('new.patient', { browser, port: portal.port, width: phone.width })
  await page.setViewportSize(phone)
  let presses = 0
  const press = async (what: Locator) => {
    await drawn(page)
    await what.first().click()
    presses++
  }
  await press(page.getByRole('link', { name: /^Book an appointment/ }))
  await press(page.getByRole('link', { name: /^In-office Appointment/ }))
  await press(page.getByRole('link', { name: /^Lakeside Midtown/ }))
  await page.waitForURL(/facility\/slots/)
  await freeTimes(page).first().waitFor()
  const first = await freeTimes(page).first().boundingBox()
  expect((first?.y ?? Infinity) + (first?.height ?? 0)).toBeLessThan(640)
  expect(await page.getByText(/^First available: Mon /).isVisible()).toBe(true)
  await press(freeTimes(page))
  await press(page.getByRole('dialog').getByRole('button', { name: /^Book Appointment$/ }))
  await page.waitForURL(/confirmation/)
  expect(await heading(page).innerText()).toBe('Your Appointment has been Booked!')
  expect(presses).toBeLessThanOrEqual(5)
  await page.context().close()
})

test('what was chosen stands in one line with one way to change it, and one way back', async ({ portal, browser }) => {
  const page = await signInAs('new.patient', { browser, port: portal.port, width: phone.width })
  await open(page, slots)
  expect(await page.locator('main').getByRole('button', { name: 'Go Back' }).count()).toBe(1)
  const change = page.locator('main').getByRole('link', { name: /^Change/ })
  expect(await change.count()).toBe(1)
  await change.click()
  await page.getByRole('heading', { level: 1, name: 'Your choices' }).waitFor()
  await drawn(page)
  await page.getByRole('link', { name: /^See the times/ }).click()
  await page.waitForURL(/facility\/slots/)
  await page.context().close()
})

test('the days stay above the times while they scroll, below the bar of whom a person acts for', async ({
  portal,
  browser,
}) => {
  portal.clock.aheadMs = untilSaturday()
  const topOf = (what: Locator) => what.evaluate((element) => element.getBoundingClientRect().top)
  const wide = await signInAs('new.patient', { browser, port: portal.port })
  await open(wide, slots)
  await freeTimes(wide).first().waitFor()
  await wide.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  const day = wide.locator('main [data-kind=days] li button').first()
  await expect.poll(() => topOf(day)).toBeGreaterThanOrEqual(0)
  expect(await topOf(day)).toBeLessThan(100)
  const column = await freeTimes(wide).first().boundingBox()
  const head = await day.boundingBox()
  expect(Math.abs((column?.width ?? 0) - (head?.width ?? 0))).toBeLessThan(2)
  await wide.context().close()

  const page = await signInAs('r.okafor@example.com', { browser, port: portal.port, width: phone.width })
  await open(page, slots)
  await freeTimes(page).first().waitFor()
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await expect.poll(() => topOf(page.locator('.acting'))).toBe(0)
  const bar = await page.locator('.acting').boundingBox()
  const title = await page.locator('[data-kind=days] h2').boundingBox()
  expect(title?.y).toBeGreaterThanOrEqual(bar?.height ?? 0)
  expect(title?.y).toBeLessThan((bar?.height ?? 0) + 40)
  await page.getByText(/^For Ada Okafor$/).waitFor()
  await page.context().close()
})

test('a keyboard user skips the strip and arrives at the first time', async ({ portal, browser }) => {
  portal.clock.aheadMs = untilSaturday()
  const page = await signInAs('new.patient', { browser, port: portal.port })
  await open(page, slots)
  await freeTimes(page).first().waitFor()
  const skip = page.getByRole('link', { name: 'Skip to the times' })
  await skip.focus()
  expect((await skip.boundingBox())?.height).toBeGreaterThan(24)
  await page.keyboard.press('Enter')
  await expect.poll(() => focusedText(page)).toMatch(/^\d+:\d\d [AP]M$/)
  const focused = await page.evaluate(() => document.activeElement?.getBoundingClientRect().top ?? 0)
  const strip = await page.locator('[data-kind=days] ol').boundingBox()
  expect(focused).toBeGreaterThanOrEqual((strip?.y ?? 0) + (strip?.height ?? 0))
  await page.context().close()
})

test('providers without a time fold into one line that opens', async ({ portal, browser }) => {
  const page = await signInAs('new.patient', { browser, port: portal.port, width: 320 })
  await open(page, slots)
  await freeTimes(page).first().waitFor()
  const line = page.getByText(/^\d+ providers? (has|have) no times on this day/)
  const name = page.getByRole('heading', { name: 'Victor Brandt' })
  expect(await name.isVisible()).toBe(false)
  await line.click()
  await name.waitFor()
  await settled(page)
  expect(await faultsOf(page)).toEqual([])
  await page.context().close()
})
