import { expect } from 'vitest'
import type { Page } from 'playwright'
import { addDays } from '../../server/protocol/time-words.ts'
import { violationsOn } from './axe.ts'
import { drawn, heading, open, signInAs, tabTo } from './people.ts'
import { browserTest } from './browser-test.ts'
import { withoutHints } from '../support/hints.ts'

const test = browserTest()

const slots = '/user/bookappointment/provider/slots?type=inoffice&by=provider&provider='

/** A weekday a week ahead, when every provider works. */
function nextMonday(): string {
  const day = new Date()
  day.setDate(day.getDate() + ((8 - day.getDay()) % 7 || 7))
  return day.toISOString().slice(0, 10)
}

const freeTimes = (page: Page) => page.locator('button[data-time]:visible')

test('a patient books an appointment by keyboard alone [1 §1.6 §2.60 §4.26 §4.31]', async ({ portal, browser }) => {
  const page = await signInAs('maria.alvarez', { browser, port: portal.port })
  await open(page, '/user/home/appointments')
  await tabTo(page, /^Book an appointment/)
  await page.keyboard.press('Enter')
  await page.waitForURL(/bookappointment\/index/)
  for (const choice of [/^In-office/, /^Lakeside Midtown/]) {
    await drawn(page)
    await tabTo(page, choice)
    await page.keyboard.press('Enter')
  }
  await page.waitForURL(/facility\/slots/)
  await open(page, `${new URL(page.url()).pathname}${new URL(page.url()).search}&from=${nextMonday()}`)
  await tabTo(page, /\d:\d\d [AP]M/)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  expect(await violationsOn(page)).toEqual([])
  await tabTo(page, /^Book Appointment$/)
  await page.keyboard.press('Enter')
  await page.waitForURL(/confirmation/)
  expect(await heading(page).innerText()).toBe('Your Appointment has been Booked!')
  expect(await heading(page).evaluate((element) => element === document.activeElement)).toBe(true)
  await page.context().close()
})

test('who is second sees that the time is taken, and the times again [1 §4.33 §8.19]', async ({ portal, browser }) => {
  const [first, second] = [
    await signInAs('maria.alvarez', { browser, port: portal.port }),
    await signInAs('new.patient', { browser, port: portal.port }),
  ]
  const route = `${slots}101&from=${nextMonday()}`
  await open(second, route)
  await open(first, route)
  const time = await freeTimes(first).first().getAttribute('data-time')
  await withoutHints(portal, async () => {
    await freeTimes(first).first().click()
    await first.getByRole('dialog').waitFor()
    await second.locator(`button[data-time="${time}"]`).click()
    await second.getByRole('dialog', { name: 'Slot is already booked!' }).waitFor()
  })
  await second.getByRole('dialog').getByText('Please select a different slot.').waitFor()
  await second.getByRole('button', { name: 'OK', exact: true }).click()
  await second.locator(`button[data-time="${time}"]`).waitFor({ state: 'detached' })
  await Promise.all([first.context().close(), second.context().close()])
})

test.for([320, 1280])('no time moves when somebody else takes one, at %i px', async (width, { portal, browser }) => {
  const [first, second] = [
    await signInAs('maria.alvarez', { browser, port: portal.port }),
    await signInAs('new.patient', { browser, port: portal.port, width }),
  ]
  const route = `${slots}112&from=${nextMonday()}`
  await open(second, route)
  await open(first, route)
  const name = await freeTimes(first).first().getAttribute('aria-label')
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
  await Promise.all([first.context().close(), second.context().close()])
})

test('cancelling the question gives the time back and the focus to where it was [1 §4.32]', async ({
  portal,
  browser,
}) => {
  const page = await signInAs('new.patient', { browser, port: portal.port })
  await open(page, `${slots}103&from=${nextMonday()}`)
  const time = freeTimes(page).first()
  const id = await time.getAttribute('data-time')
  await time.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.locator(`button[data-time="${id}"]`).waitFor()
  expect(await page.evaluate(() => document.activeElement?.closest('[data-block]') !== null)).toBe(true)
  await page.context().close()
})

test('on a wide screen the strip goes on by a week and back by two, and its arrows name the days [1 §2.64 §4.36 §4.37]', async ({
  portal,
  browser,
}) => {
  const page = await signInAs('maria.alvarez', { browser, port: portal.port })
  const start = addDays(nextMonday(), 14)
  await open(page, `${slots}101&from=${start}`)
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
  await page.context().close()
})

test('on a phone the strip shows one day and moves by one [1 §4.35 §9.8]', async ({ portal, browser }) => {
  const page = await signInAs('maria.alvarez', { browser, port: portal.port, width: 320 })
  await open(page, `${slots}101&from=${nextMonday()}`)
  const title = page.locator('[data-kind=days] h2')
  const before = await title.innerText()
  expect(before).toMatch(/^Monday \d\d\/\d\d\/\d{4}$/)
  await freeTimes(page).first().waitFor()
  await page.getByRole('link', { name: 'Next' }).click()
  await expect.poll(() => title.innerText()).toMatch(/^Tuesday /)
  await page.getByRole('link', { name: 'Previous' }).click()
  await expect.poll(() => title.innerText()).toBe(before)
  await page.context().close()
})
