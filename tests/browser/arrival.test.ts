import { sql } from 'drizzle-orm'
import type { Page } from 'playwright'
import { describe, expect } from 'vitest'
import { tokenFor, turnToNoon, visitIn } from '../support/linked-screens.ts'
import { setSetting } from '../support/switches.ts'
import { until } from '../support/waiting.ts'
import { faultsOf, press } from './keyboard.ts'
import { drawn, open, signInAs } from './people.ts'
import { browserTest, type BrowserFixtures } from './browser-test.ts'

const test = browserTest()

test.beforeAll(async ({ portal }) => {
  turnToNoon(portal)
  await setSetting(portal, { name: 'Enable_Parking_Lot_Management', value: true })
})

const enter = ({ portal, browser }: BrowserFixtures, width: number) =>
  signInAs('maria.alvarez', { browser, port: portal.port, width })

async function addressOf(
  { portal }: Pick<BrowserFixtures, 'portal'>,
  appointmentId: string,
  flag = 1,
): Promise<string> {
  const token = await tokenFor(portal, { purpose: 'arrival', appointmentId })
  return `/user/bookappointment/features/${token}/lakeside/${flag}`
}

/** A visit that has just begun: it is the day of the visit. */
const visitNow = ({ portal }: Pick<BrowserFixtures, 'portal'>) => visitIn(portal, -1 / 60)

describe.each([320, 1280])('at %i px', (width) => {
  test('who has arrived notifies the office by keyboard alone [1 §2.66 §4.49]', async ({ portal, browser }) => {
    const page = await enter({ portal, browser }, width)
    await open(page, await addressOf({ portal }, await visitNow({ portal })))
    expect(await faultsOf(page)).toEqual([])
    await press(page, /^Parking-lot check-in/)
    await page.getByText('Our office will be notified of your arrival').waitFor()
    await page.getByText('Patient Arrival is confirmed').first().waitFor()
    expect(await page.getByText('Parking-lot check-in').count()).toBe(0)
    expect(await faultsOf(page)).toEqual([])
    await page.context().close()
  })

  test('who will come says so before the day', async ({ portal, browser }) => {
    const page = await enter({ portal, browser }, width)
    await open(page, await addressOf({ portal }, await visitIn(portal, 72)))
    await press(page, /^Confirm appointment$/)
    await page.getByText('You have confirmed this appointment.').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.context().close()
  })

  test('every other page around an arrival is accessible and fits [1 §2.15 §2.67 §2.68 §8.24 §8.25]', async ({
    portal,
    browser,
  }) => {
    const page = await enter({ portal, browser }, width)
    const cancelled = await visitIn(portal, 73)
    await portal.records.db.execute(
      sql`update appointments set cancelled_at = now() where appointment_n = ${Number(cancelled)}`,
    )
    const pages = [
      [await addressOf({ portal }, await visitNow({ portal }), 0), 'Document upload'],
      [await addressOf({ portal }, await visitIn(portal, -72)), /already occured/],
      [await addressOf({ portal }, cancelled), /already cancelled/],
      ['/user/bookappointment/closure', /Have a great day!/],
      ['/user/bookappointment/closure?origin=upload', 'Please close this tab to continue.'],
      ['/user/redirect/nothing', /This link does not work or has expired/],
      ['/user/redirect/news', /This link does not work or has expired/],
    ] as const
    for (const [address, words] of pages) {
      await open(page, address)
      await page.getByText(words).first().waitFor()
      expect([address, await faultsOf(page)]).toEqual([address, []])
    }
    await page.context().close()
  })
})

test('a short link leads on to its screen, and back leads to where one was [1 §2.22]', async ({ portal, browser }) => {
  const page = await enter({ portal, browser }, 320)
  await open(page, '/user/home/dashboard')
  await page.goto(new URL('/user/redirect/visits', page.url()).href)
  await page.waitForURL(/\/user\/home\/appointments$/)
  await page.goBack()
  await page.waitForURL(/dashboard/)
  await page.context().close()
})

const scrolled = (page: Page) => page.evaluate(() => scrollY)

/** Leaves the dashboard by its last tile. Returns how far down it was, in px. */
async function leaveFarDown(page: Page): Promise<number> {
  const link = page.locator('main').getByRole('link', { name: 'Lab Orders' })
  await link.scrollIntoViewIfNeeded()
  const top = await scrolled(page)
  expect(top).toBeGreaterThan(500)
  await link.click()
  await page.waitForURL(/LabOrdering/)
  await drawn(page)
  return top
}

test('back leads to the part of the screen that was in sight, and the next screen begins at its top', async ({
  portal,
  browser,
}) => {
  const page = await enter({ portal, browser }, 320)
  const top = await leaveFarDown(page)
  expect(await scrolled(page)).toBe(0)
  await page.goBack()
  await drawn(page)
  await expect.poll(() => scrolled(page)).toBe(top)
  await page.reload()
  await drawn(page)
  await expect.poll(() => scrolled(page)).toBe(top)
  await page.context().close()
})

test.for([
  { what: 'back leads there also where parts of the screen come later', scrolls: false },
  { what: 'back leaves the screen where the person has scrolled it meanwhile', scrolls: true },
])('$what', async ({ scrolls }, { portal, browser }) => {
  const page = await enter({ portal, browser }, 320)
  const top = await leaveFarDown(page)
  const held: (() => void)[] = []
  let isOver = false
  await page.route('**/ui/regions/**', (route) => {
    if (isOver) return route.continue()
    held.push(() => void route.continue())
    return undefined
  })
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: /^Welcome/ }).waitFor()
  await until('the parts are requested', () => held.length > 0)
  expect(await scrolled(page)).toBeLessThan(top)
  if (scrolls) {
    await page.mouse.move(100, 400)
    await page.mouse.wheel(0, -2000)
    await expect.poll(() => scrolled(page)).toBe(0)
  }
  isOver = true
  for (const release of held) release()
  await drawn(page)
  await expect.poll(() => scrolled(page)).toBe(scrolls ? 0 : top)
  await page.context().close()
})
