import { expect } from 'vitest'
import type { Locator, Page } from 'playwright'
import { addDays } from '../../server/protocol/time-words.ts'
import { setSetting } from '../support/switches.ts'
import { violationsOn } from './axe.ts'
import { faultsInWidths, faultsOf, focusedText, press, tick, typeInto } from './keyboard.ts'
import { drawn, heading, open, signInAs } from './people.ts'
import { browserTest, type BrowserFixtures } from './browser-test.ts'

const test = browserTest()

const phone = { width: 390, height: 844 }
const facilityTimes = '/user/bookappointment/facility/slots?type=inoffice&visit=1&facility=11'
const list = '/user/home/appointments'
const dayMs = 86_400_000

test.beforeAll(async ({ portal }) => {
  await setSetting(portal, { name: 'Portal_Waiting_List', value: true })
})

const enter = ({ portal, browser }: BrowserFixtures, width: number) =>
  signInAs('new.patient', { browser, port: portal.port, width })

/** A Monday more than a week ahead, when a visit can still be changed. */
function mondayAhead(): string {
  const now = Date.now()
  const weekday = new Date(now).getUTCDay()
  return new Date(now + (15 - weekday) * dayMs).toISOString().slice(0, 10)
}

const timesOf = (provider: number, from = mondayAhead()) =>
  `/user/bookappointment/provider/slots?type=inoffice&by=provider&provider=${provider}&from=${from}`

/** The address of the page, for the times from a day on. */
function addressOf(page: Page, from: string): string {
  const { pathname, search } = new URL(page.url())
  return `${pathname}${search}&from=${from}`
}

const freeTimes = (page: Page) => page.locator('button[data-time]:visible')

/** Chooses the first free time by keyboard, which opens the confirmation dialog. */
async function chooseTime(page: Page): Promise<void> {
  await page.locator('button[data-time]:visible').first().waitFor()
  await press(page, /^\d{1,2}:\d\d [AP]M/)
  await page.getByRole('dialog').waitFor()
}

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

test('a visit is booked, moved and cancelled by keyboard alone at 320 px [1 §1.6 §2.52 §2.60 §4.26 §4.31]', async ({
  portal,
  browser,
}) => {
  const page = await enter({ portal, browser }, 320)
  await open(page, list)
  await press(page, /^Book an appointment/)
  await page.waitForURL(/bookappointment\/index/)
  await drawn(page)
  await press(page, /^In-office/)
  await page.waitForURL(/type=inoffice/)
  await drawn(page)
  // Photos load from the portal itself.
  const photo = page.locator('main img').first()
  await photo.scrollIntoViewIfNeeded()
  await expect
    .poll(() => photo.evaluate((image: HTMLImageElement) => [image.complete, image.naturalWidth > 0]))
    .toEqual([true, true])
  await press(page, /^Lakeside Midtown/)
  await page.waitForURL(/facility\/slots/)
  await open(page, addressOf(page, mondayAhead()))
  await chooseTime(page)
  await dialog(page, 'Confirm your appointment').getByText('This slot is held for you for').waitFor()
  expect(await faultsInWidths(page)).toEqual([])
  await press(page, /^Book Appointment$/)
  await page.waitForURL(/confirmation/)
  expect(await faultsInWidths(page)).toEqual([])
  await expect.poll(() => focusedText(page)).toBe('Your Appointment has been Booked!')

  await press(page, /^See your appointments$/)
  await page.waitForURL(/home\/appointments/)
  expect(await faultsInWidths(page)).toEqual([])
  await press(page, /^Reschedule on/)
  await page.waitForURL(/reschedule=/)
  await open(page, addressOf(page, mondayAhead()))
  expect(await faultsInWidths(page)).toEqual([])
  await chooseTime(page)
  await dialog(page, 'Confirm your new time').getByText('Instead of').waitFor()
  expect(await faultsInWidths(page)).toEqual([])
  await press(page, /^Reschedule$/)
  await page.waitForURL(/confirmation/)
  await drawn(page)
  expect(await heading(page).innerText()).toMatch(/^Your Appointment\s+has been Rescheduled!$/)

  await open(page, list)
  const more = page.getByRole('button', { name: /^More on/ }).first()
  const place = () =>
    more.evaluate((button) => {
      const { left, top } = button.getBoundingClientRect()
      return [left, top + window.scrollY]
    })
  const before = await place()
  await press(page, /^More on/)
  // The menu opens below the button, which stays where it was pressed.
  expect(await place()).toEqual(before)
  expect(await page.getByRole('button', { name: /^Cancel on/ }).count()).toBe(1)
  await press(page, /^Cancel on/)
  await dialog(page, 'Cancel this appointment?').waitFor()
  expect(await faultsInWidths(page)).toEqual([])
  await press(page, /^Cancel appointment$/)
  await page.getByRole('dialog').getByText('Please choose a reason.').first().waitFor()
  expect(await faultsInWidths(page)).toEqual([])
  await tick(page, /^Feeling better/)
  await press(page, /^Cancel appointment$/)
  await page
    .locator('main')
    .getByText(/^Your appointment on .* has been cancelled\.$/)
    .waitFor()
  await page.getByText('You have no upcoming appointments.').waitFor()
  expect(await faultsInWidths(page)).toEqual([])
  await page.context().close()
})

test('at 320 px, by keyboard alone, a person joins the waiting list and leaves it', async ({ portal, browser }) => {
  const page = await enter({ portal, browser }, 320)
  await open(page, timesOf(101))
  await press(page, /^Get told$/)
  await dialog(page, 'Join the waiting list').waitFor()
  expect(await faultsOf(page)).toEqual([])
  const until = new Date(Date.now() + 40 * dayMs).toISOString()
  await typeInto(page, /^Until/, `${until.slice(5, 7)}/${until.slice(8, 10)}/${until.slice(0, 4)}`)
  await press(page, /^Join the waiting list$/)
  await page.getByText('You are on the waiting list.').first().waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await open(page, list)
  await page.getByText('Your waiting list').first().waitFor()
  expect(await faultsOf(page)).toEqual([])
  await press(page, /^Leave the waiting list/)
  await page.getByText('You have left the waiting list.').first().waitFor()
  await page.getByText('Your waiting list').waitFor({ state: 'detached' })
  await page.context().close()
})

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
  const pressed = async (what: Locator) => {
    await drawn(page)
    await what.first().click()
    presses++
  }
  await pressed(page.getByRole('link', { name: /^Book an appointment/ }))
  await pressed(page.getByRole('link', { name: /^In-office Appointment/ }))
  await pressed(page.getByRole('link', { name: /^Lakeside Midtown/ }))
  await page.waitForURL(/facility\/slots/)
  await freeTimes(page).first().waitFor()
  const first = await freeTimes(page).first().boundingBox()
  expect((first?.y ?? Infinity) + (first?.height ?? 0)).toBeLessThan(640)
  expect(await page.getByText(/^First available: Mon /).isVisible()).toBe(true)
  await pressed(freeTimes(page))
  await pressed(page.getByRole('dialog').getByRole('button', { name: /^Book Appointment$/ }))
  await page.waitForURL(/confirmation/)
  expect(await heading(page).innerText()).toBe('Your Appointment has been Booked!')
  expect(presses).toBeLessThanOrEqual(5)
  await page.context().close()
})

test('no time moves when somebody else takes one, at 320 and 1280 px', async ({ portal, browser }) => {
  const [first, second] = [
    await signInAs('maria.alvarez', { browser, port: portal.port }),
    await signInAs('new.patient', { browser, port: portal.port }),
  ]
  await open(first, timesOf(112))
  for (const width of [320, 1280]) {
    await second.setViewportSize({ width, height: 900 })
    await open(second, timesOf(112))
    await freeTimes(second).first().waitFor()
    const name = (await freeTimes(first).first().getAttribute('aria-label')) ?? ''
    const placesOf = () =>
      second
        .locator('[data-block="schedule"] button:visible')
        .evaluateAll((buttons) => buttons.map((button) => [button.textContent, button.getBoundingClientRect().top]))
    const before = await placesOf()
    await freeTimes(first).first().click()
    await first.getByRole('dialog').waitFor()
    const taken = second.getByRole('button', { name: `${name}, Taken` }).locator('visible=true')
    await taken.waitFor()
    expect(await taken.getAttribute('aria-disabled')).toBe('true')
    expect(await placesOf()).toEqual(before)
    expect(await violationsOn(second)).toEqual([])
    await second.reload()
    await freeTimes(second).first().waitFor()
    expect(await taken.count()).toBe(0)
    await first.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await first.getByRole('dialog').waitFor({ state: 'detached' })
    await first.getByRole('button', { name, exact: true }).locator('visible=true').waitFor()
  }
  await Promise.all([first.context().close(), second.context().close()])
})

test('the days stay above the times while they scroll, below the bar of whom a person acts for, and a keyboard user skips them', async ({
  portal,
  browser,
}) => {
  portal.clock.aheadMs = untilSaturday()
  const topOf = (what: Locator) => what.evaluate((element) => element.getBoundingClientRect().top)
  const wide = await signInAs('new.patient', { browser, port: portal.port })
  await open(wide, facilityTimes)
  await freeTimes(wide).first().waitFor()
  await wide.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  const day = wide.locator('main [data-kind=days] li button').first()
  await expect.poll(() => topOf(day)).toBeGreaterThanOrEqual(0)
  expect(await topOf(day)).toBeLessThan(100)
  const column = await freeTimes(wide).first().boundingBox()
  const head = await day.boundingBox()
  expect(Math.abs((column?.width ?? 0) - (head?.width ?? 0))).toBeLessThan(2)
  await wide.evaluate(() => scrollTo(0, 0))
  const skip = wide.getByRole('link', { name: 'Skip to the times' })
  await skip.focus()
  expect((await skip.boundingBox())?.height).toBeGreaterThan(24)
  await wide.keyboard.press('Enter')
  await expect.poll(() => focusedText(wide)).toMatch(/^\d+:\d\d [AP]M$/)
  const focused = await wide.evaluate(() => document.activeElement?.getBoundingClientRect().top ?? 0)
  const strip = await wide.locator('[data-kind=days] ol').boundingBox()
  expect(focused).toBeGreaterThanOrEqual((strip?.y ?? 0) + (strip?.height ?? 0))
  await wide.context().close()

  const page = await signInAs('r.okafor@example.com', { browser, port: portal.port, width: phone.width })
  await open(page, facilityTimes)
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

test('on a wide screen the strip goes on by a week and back by two, and its arrows name the days; on a phone it shows one day and moves by one [1 §2.64 §4.35 §4.36 §4.37 §9.8]', async ({
  portal,
  browser,
}) => {
  const page = await signInAs('maria.alvarez', { browser, port: portal.port })
  const start = addDays(mondayAhead(), 14)
  await open(page, timesOf(101, start))
  const title = page.locator('[data-kind=days] h2')
  const press = async (arrow: 'Previous' | 'Next', from: string) => {
    const link = page.getByRole('link', { name: new RegExp(`^${arrow}: `) })
    const [first = '', last = ''] = (await link.innerText()).split(' to ')
    await link.click()
    await page.waitForURL(new RegExp(`from=${from}`))
    await expect.poll(() => title.innerText()).toBe(`Mon ${first} to Sun ${last}`)
  }
  await press('Next', addDays(start, 7))
  await press('Previous', addDays(start, -7))

  await page.setViewportSize({ width: 320, height: 900 })
  await open(page, timesOf(101))
  const before = await title.innerText()
  expect(before).toMatch(/^Monday \d\d\/\d\d\/\d{4}$/)
  await freeTimes(page).first().waitFor()
  await page.getByRole('link', { name: 'Next' }).click()
  await expect.poll(() => title.innerText()).toMatch(/^Tuesday /)
  await page.getByRole('link', { name: 'Previous' }).click()
  await expect.poll(() => title.innerText()).toBe(before)
  await page.context().close()
})
