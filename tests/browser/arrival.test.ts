import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchChromium } from '../support/chromium.ts'
import { startPortal, type RunningPortal } from '../support/portal.ts'
import { tokenFor, turnToNoon, visitIn } from '../support/around-visits.ts'
import { setSetting } from '../support/switches.ts'
import { faultsOf, press } from './keyboard.ts'
import { open, signInAs } from './people.ts'

const clientFolder = join(import.meta.dirname, '..', '..', 'dist', 'client')

let portal: RunningPortal
let browser: Browser
beforeAll(async () => {
  portal = await startPortal({ clientFolder })
  turnToNoon(portal)
  browser = await launchChromium()
  await setSetting(portal, { name: 'Enable_Parking_Lot_Management', value: true })
})
afterAll(async () => {
  await browser.close()
  await portal.close()
})

const enter = (width: number) => signInAs('maria.alvarez', { browser, port: Number(new URL(portal.url).port), width })

async function addressOf(appointmentId: string, flag = 1): Promise<string> {
  const token = await tokenFor(portal, { purpose: 'arrival', appointmentId })
  return `/user/bookappointment/features/${token}/lakeside/${flag}`
}

/** It has just begun: it is the day of the visit. */
const visitNow = () => visitIn(portal, -1 / 60)

describe.each([320, 1280])('at %i px', (width) => {
  test('who has arrived tells the office by keyboard alone [1 §2.66 §4.49]', async () => {
    const page = await enter(width)
    await open(page, await addressOf(await visitNow()))
    expect(await faultsOf(page)).toEqual([])
    await press(page, /^Parking-lot check-in/)
    await page.getByText('Our office will be notified of your arrival').waitFor()
    await page.getByText('Patient Arrival is confirmed').first().waitFor()
    expect(await page.getByText('Parking-lot check-in').count()).toBe(0)
    expect(await faultsOf(page)).toEqual([])
    await page.context().close()
  })

  test('who will come says so before the day', async () => {
    const page = await enter(width)
    await open(page, await addressOf(await visitIn(portal, 72)))
    await press(page, /^Confirm appointment$/)
    await page.getByText('You have confirmed this appointment.').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.context().close()
  })

  test('every other page around an arrival is accessible and fits [1 §2.15 §2.67 §2.68 §8.24 §8.25]', async () => {
    const page = await enter(width)
    const cancelled = await visitIn(portal, 73)
    await portal.records.db.execute(
      sql`update appointments set cancelled_at = now() where appointment_n = ${Number(cancelled)}`,
    )
    const pages = [
      [await addressOf(await visitNow(), 0), 'Document upload'],
      [await addressOf(await visitIn(portal, -72)), /already occured/],
      [await addressOf(cancelled), /already cancelled/],
      ['/user/bookappointment/closure', /Have a great day!/],
      ['/user/bookappointment/closure?origin=upload', 'Please close this tab to continue.'],
      ['/user/redirect/nothing', /This link leads nowhere, or it has ended/],
      ['/user/redirect/news', /This link leads nowhere, or it has ended/],
    ] as const
    for (const [address, words] of pages) {
      await open(page, address)
      await page.getByText(words).first().waitFor()
      expect([address, await faultsOf(page)]).toEqual([address, []])
    }
    await page.context().close()
  })
})

test('a short link leads on to its screen, and back leads to where one was [1 §2.22]', async () => {
  const page = await enter(320)
  await open(page, '/user/home/dashboard')
  await page.goto(new URL('/user/redirect/visits', page.url()).href)
  await page.waitForURL(/\/user\/home\/appointments$/)
  await page.goBack()
  await page.waitForURL(/dashboard/)
  await page.context().close()
})
