import { sql } from 'drizzle-orm'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import { tokenFor, turnToNoon, visitIn } from '../support/linked-screens.ts'
import { setSetting } from '../support/switches.ts'
import { until } from '../support/waiting.ts'
import { faultsInWidths, press } from './keyboard.ts'
import { drawn, open, signInAs } from './people.ts'
import { browserTest, type BrowserFixtures } from './browser-test.ts'

const test = browserTest()

test.beforeAll(async ({ portal }) => {
  turnToNoon(portal)
  await setSetting(portal, { name: 'Enable_Parking_Lot_Management', value: true })
})

const enter = ({ portal, browser }: BrowserFixtures) =>
  signInAs('maria.alvarez', { browser, port: portal.port, width: 320 })

async function addressOf(
  { portal }: Pick<BrowserFixtures, 'portal'>,
  appointmentId: string,
  flag = 1,
): Promise<string> {
  const token = await tokenFor(portal, { purpose: 'arrival', appointmentId })
  return `/user/bookappointment/features/${token}/lakeside/${flag}`
}

test('who will come says so, and who has arrived notifies the office, by keyboard alone at 320 px [1 §2.66 §4.49]', async ({
  portal,
  browser,
}) => {
  const page = await enter({ portal, browser })
  await open(page, await addressOf({ portal }, await visitIn(portal, 72)))
  await press(page, /^Confirm appointment$/)
  await page.getByText('You have confirmed this appointment.').waitFor()
  expect(await faultsInWidths(page)).toEqual([])
  // A visit that has just begun: it is the day of the visit.
  const visit = await visitIn(portal, -1 / 60)
  await open(page, await addressOf({ portal }, visit))
  expect(await faultsInWidths(page)).toEqual([])
  await press(page, /^Parking-lot check-in/)
  await page.getByText('Our office will be notified of your arrival').waitFor()
  await page.getByText('Patient Arrival is confirmed').first().waitFor()
  expect(await page.getByText('Parking-lot check-in').count()).toBe(0)
  expect(await faultsInWidths(page)).toEqual([])

  // The other pages around an arrival; accessibility.test.ts has those that say good-bye.
  const cancelled = await visitIn(portal, 73)
  await portal.records.db.execute(
    sql`update appointments set cancelled_at = now() where appointment_n = ${Number(cancelled)}`,
  )
  const pages = [
    [await addressOf({ portal }, visit, 0), 'Document upload'],
    [await addressOf({ portal }, await visitIn(portal, -72)), /already occured/],
    [await addressOf({ portal }, cancelled), /already cancelled/],
  ] as const
  for (const [address, words] of pages) {
    await open(page, address)
    await page.getByText(words).first().waitFor()
    expect([address, await faultsInWidths(page)]).toEqual([address, []])
  }
})

const scrolled = (page: Page) => page.evaluate(() => scrollY)

/** Leaves the dashboard by its last tile. Returns how far down it was, in px. */
async function leaveFarDown(page: Page): Promise<number> {
  await drawn(page)
  const link = page.locator('main').getByRole('link', { name: 'Lab Orders' })
  await link.scrollIntoViewIfNeeded()
  const top = await scrolled(page)
  expect(top).toBeGreaterThan(500)
  await link.click()
  await page.waitForURL(/LabOrdering/)
  await drawn(page)
  return top
}

test('back leads to the part of the screen that was in sight, also where parts of it come later, unless the person has scrolled meanwhile', async ({
  portal,
  browser,
}) => {
  const page = await enter({ portal, browser })
  const top = await leaveFarDown(page)
  expect(await scrolled(page)).toBe(0)
  await page.goBack()
  await drawn(page)
  await expect.poll(() => scrolled(page)).toBe(top)
  await page.reload()
  await drawn(page)
  await expect.poll(() => scrolled(page)).toBe(top)

  for (const scrolls of [false, true]) {
    expect(await leaveFarDown(page)).toBe(top)
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
    await page.unroute('**/ui/regions/**')
  }
})
