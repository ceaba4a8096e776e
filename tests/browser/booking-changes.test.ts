import type { Page } from 'playwright'
import { describe, expect } from 'vitest'
import { setSetting } from '../support/switches.ts'
import { faultsOf, focusedText, press, tick, typeInto } from './keyboard.ts'
import { drawn, heading, open, signInAs } from './people.ts'
import { browserTest, type BrowserFixtures } from './browser-test.ts'

const test = browserTest()

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

const timesOf = (provider: number) =>
  `/user/bookappointment/provider/slots?type=inoffice&by=provider&provider=${provider}&from=${mondayAhead()}`

/** Chooses the first free time by keyboard, which opens the confirmation dialog. */
async function chooseTime(page: Page): Promise<void> {
  await page.locator('button[data-time]:visible').first().waitFor()
  await press(page, /^\d{1,2}:\d\d [AP]M/)
  await page.getByRole('dialog').waitFor()
}

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

describe.each([320, 1280])('at %i px, by keyboard alone,', (width) => {
  test('a visit is booked, moved and cancelled [1 §2.52 §2.60 §4.31]', async ({ portal, browser }) => {
    const page = await enter({ portal, browser }, width)
    await open(page, timesOf(112))
    await chooseTime(page)
    await dialog(page, 'Confirm your appointment').getByText('This slot is held for you for').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await press(page, /^Book Appointment$/)
    await page.waitForURL(/confirmation/)
    expect(await faultsOf(page)).toEqual([])
    await expect.poll(() => focusedText(page)).toBe('Your Appointment has been Booked!')

    await press(page, /^See your appointments$/)
    await page.waitForURL(/home\/appointments/)
    expect(await faultsOf(page)).toEqual([])
    await press(page, /^Reschedule on/)
    await page.waitForURL(/reschedule=/)
    await open(page, `${new URL(page.url()).pathname}${new URL(page.url()).search}&from=${mondayAhead()}`)
    expect(await faultsOf(page)).toEqual([])
    await chooseTime(page)
    await dialog(page, 'Confirm your new time').getByText('Instead of').waitFor()
    expect(await faultsOf(page)).toEqual([])
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
    expect(await faultsOf(page)).toEqual([])
    await press(page, /^Cancel appointment$/)
    await page.getByRole('dialog').getByText('Please choose a reason.').first().waitFor()
    expect(await faultsOf(page)).toEqual([])
    await tick(page, /^Feeling better/)
    await press(page, /^Cancel appointment$/)
    await page
      .locator('main')
      .getByText(/^Your appointment on .* has been cancelled\.$/)
      .waitFor()
    await page.getByText('You have no upcoming appointments.').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.context().close()
  })
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

test('of two tabs in one booking the second holds its time, and the first says so when it books', async ({
  portal,
  browser,
}) => {
  const first = await enter({ portal, browser }, 1280)
  const free = (page: Page) => page.locator('button[data-time]:visible').filter({ hasNotText: 'Held' })
  const second = await first.context().newPage()
  await open(first, timesOf(112))
  await second.goto(new URL(timesOf(112), first.url()).href)
  await drawn(second)
  await free(first).first().click()
  await dialog(first, 'Confirm your appointment').waitFor()
  await free(second).nth(3).click()
  await dialog(second, 'Confirm your appointment').waitFor()
  await first.getByRole('button', { name: 'Book Appointment' }).click()
  await dialog(first, 'Your slot is no longer held').getByText('Nothing was booked.').waitFor()
  expect(await faultsOf(first)).toEqual([])
  await first.getByRole('button', { name: 'OK', exact: true }).click()
  expect(new URL(first.url()).search).toContain('provider=112')
  await second.getByRole('button', { name: 'Book Appointment' }).click()
  await second.waitForURL(/confirmation/)
  await first.context().close()
})

test('a hold that ended while the page was open keeps the choices and shows the times again', async ({
  portal,
  browser,
}) => {
  const page = await enter({ portal, browser }, 320)
  await open(page, timesOf(112))
  await page.locator('button[data-time]:visible').first().click()
  await dialog(page, 'Confirm your appointment').waitFor()
  const heldTime = await page.locator('button[data-time]:visible').first().getAttribute('data-time')
  portal.clock.aheadMs += 10 * 60_000 + 1000
  await page.getByRole('button', { name: 'Book Appointment' }).click()
  await dialog(page, 'Your slot is no longer held').waitFor()
  await page.getByRole('button', { name: 'OK', exact: true }).click()
  portal.clock.aheadMs -= 10 * 60_000 + 1000
  await page.locator(`button[data-time="${heldTime}"]:visible`).waitFor()
  expect(await page.locator(`button[data-time="${heldTime}"]`).first().innerText()).not.toContain('Held')
  expect(page.url()).toContain('provider=112')
  await page.context().close()
})

test('where a narrow strip shows a day without times, the next one is a press away [1 §4.43 §8.20]', async ({
  portal,
  browser,
}) => {
  const page = await enter({ portal, browser }, 320)
  const sunday = new Date(Date.parse(mondayAhead()) - dayMs).toISOString().slice(0, 10)
  await open(page, timesOf(101).replace(/from=.*/, `from=${sunday}`))
  await page.getByText(/^The next available online appointment for this provider is/).waitFor()
  await press(page, /^Go to \d\d\/\d\d\/\d{4}$/)
  await page.locator('button[data-time]:visible').first().waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.context().close()
})

test('photos of providers load from the portal itself [1 §7.26]', async ({ portal, browser }) => {
  const page = await enter({ portal, browser }, 1280)
  await open(page, '/user/bookappointment/index?type=inoffice&by=provider')
  const photo = page.locator('main img').first()
  await photo.scrollIntoViewIfNeeded()
  await expect
    .poll(() => photo.evaluate((image: HTMLImageElement) => [image.complete, image.naturalWidth]))
    .toEqual([true, 192])
  await page.getByText('PN', { exact: true }).waitFor() // the initials of a provider without photo
  await page.context().close()
})
