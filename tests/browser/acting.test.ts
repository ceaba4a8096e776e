import type { Page } from 'playwright'
import { expect } from 'vitest'
import { people } from '../../server/sandbox/seed/people.ts'
import { tokenFor } from '../support/linked-screens.ts'
import { bookVisit } from '../support/visits.ts'
import { faultsInWidths, faultsOf, press } from './keyboard.ts'
import { browserTest } from './browser-test.ts'
import { drawn, heading, open, signInAs } from './people.ts'

const test = browserTest()

const bar = (page: Page) => page.getByRole('complementary', { name: 'Acting for' })

async function switchTo(page: Page, name: string): Promise<void> {
  await bar(page).getByRole('button', { name: 'Switch patient' }).click()
  await page.getByRole('dialog', { name: 'Choose a patient' }).getByText(name).click()
  await bar(page).getByText(name).waitFor()
}

test('every screen of a guardian says for whom, in words and in a color of its own, and a link of the other patient asks to switch, at 320 px', async ({
  portal,
  browser,
}) => {
  const page = await signInAs('r.okafor@example.com', { browser, port: portal.port, width: 320 })
  await page.setViewportSize({ width: 320, height: 480 })
  const colors: string[] = []
  for (const name of ['Ada Okafor', 'Samuel Okafor']) {
    if (name !== 'Ada Okafor') await switchTo(page, name)
    for (const path of [
      '/user/home/dashboard',
      '/user/home/appointments',
      '/user/bookappointment/index',
      '/',
      '/nowhere',
    ]) {
      await open(page, path)
      expect(await bar(page).innerText()).toContain(name)
      const guardian = bar(page).getByText('you are their guardian')
      expect(
        await guardian.evaluate((words) => [words.clientHeight > 10, words.scrollWidth - words.clientWidth]),
      ).toEqual([true, 0])
    }
    await open(page, '/user/home/appointments')
    expect(await faultsOf(page)).toEqual([])
    colors.push(await bar(page).evaluate((element) => getComputedStyle(element).borderBottomColor))
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await expect.poll(() => bar(page).evaluate((element) => element.getBoundingClientRect().top)).toBe(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  }
  expect(new Set(colors).size).toBe(2)

  // A link of the other patient asks to switch, and then opens.
  await page.setViewportSize({ width: 320, height: 900 })
  await switchTo(page, 'Ada Okafor')
  const { patientN } = people.samuelOkafor
  const startsAt = new Date(Math.floor(portal.portal.now().getTime() / 1000) * 1000 + 48 * 3_600_000)
  const appointmentId = await bookVisit(portal.records, { startsAt, mode: 'inoffice', patientN })
  const token = await tokenFor(portal, { purpose: 'upload', appointmentId, patientId: String(patientN) })
  await open(page, `/user/fileupload/${token}`)
  await page.getByRole('heading', { name: 'This page is about Samuel Okafor' }).waitFor()
  expect(await faultsInWidths(page)).toEqual([])
  await press(page, /^Switch to Samuel$/)
  await page.getByRole('heading', { name: 'Document upload' }).waitFor()
  await bar(page).getByText('Samuel Okafor').waitFor()

  const patient = await signInAs('maria.alvarez', { browser, port: portal.port })
  expect(await bar(patient).count()).toBe(0)
})

test('a tab that was drawn for one patient does nothing for the other, and then shows the other one and why', async ({
  portal,
  browser,
}) => {
  const page = await signInAs('r.okafor@example.com', { browser, port: portal.port })
  const stale = await page.context().newPage()
  // Without the live connection, as in a tab that was asleep.
  await stale.route(/\/ui\/live/, (route) => route.abort())
  await stale.routeWebSocket(/\/ui\/live/, (socket) => void socket.close())
  const slots = '/user/bookappointment/provider/slots?type=inoffice&visit=1&by=provider&provider=112'
  await stale.goto(new URL(slots, page.url()).href)
  await drawn(stale)
  await switchTo(page, 'Samuel Okafor')
  expect(await bar(stale).innerText()).toContain('Ada Okafor')
  await stale
    .getByRole('button', { name: /\d:\d\d [AP]M/ })
    .first()
    .click()
  await stale.getByText('You switched to Samuel Okafor in another tab or window.').first().waitFor()
  await bar(stale).getByText('Samuel Okafor').waitFor()
  expect(await stale.getByRole('dialog').count()).toBe(0)
  expect(await heading(stale).count()).toBe(1)
  await stale
    .getByRole('button', { name: /\d:\d\d [AP]M/ })
    .first()
    .click()
  const dialog = stale.getByRole('dialog', { name: 'Confirm your appointment' })
  await dialog.getByText('Samuel Okafor').waitFor()
  await dialog.getByRole('button', { name: 'Book for Samuel' }).waitFor()
  expect(await faultsOf(stale)).toEqual([])
})

test('a tab follows and says so, and both stay signed in, though the new session is there before its cookie', async ({
  portal,
  browser,
}) => {
  const page = await signInAs('r.okafor@example.com', { browser, port: portal.port })
  const other = await page.context().newPage()
  const isWatching = ({ payload }: { payload: string | Buffer }) => payload.includes('watch')
  const connected = other
    .waitForEvent('websocket')
    .then((socket) => socket.waitForEvent('framesent', { predicate: isWatching }))
  await other.goto(new URL('/user/home/appointments', page.url()).href)
  await connected
  await drawn(other)
  await bar(page).getByRole('button', { name: 'Switch patient' }).click()
  const choice = page.getByRole('dialog', { name: 'Choose a patient' }).getByText('Samuel Okafor')
  await choice.waitFor()
  // The other tab learns that the former session has ended before the browser has the cookie of the new one: the
  // response that brings it is held back until then.
  const slow = await page.context().newCDPSession(page)
  await slow.send('Network.enable')
  const conditions = { offline: false, downloadThroughput: -1, uploadThroughput: -1 }
  await slow.send('Network.emulateNetworkConditions', { ...conditions, latency: 80_000 })
  const left = other.waitForURL(/\/user\/login/)
  await choice.click()
  await left
  await slow.send('Network.emulateNetworkConditions', { ...conditions, latency: 0 })
  await bar(other).getByText('Samuel Okafor').waitFor()
  // The header is there before the screen.
  await expect.poll(() => new URL(other.url()).pathname).toBe('/user/home/appointments')
  // The tab of the switch goes where its own answer leads, although it comes after the former session has ended.
  await expect.poll(() => new URL(page.url()).pathname).toBe('/user/home/dashboard')
  expect(await bar(page).innerText()).toContain('Samuel Okafor')
})

test('a tab that is connected only after the switch follows too, and says so', async ({ portal, browser }) => {
  const page = await signInAs('r.okafor@example.com', { browser, port: portal.port })
  const other = await page.context().newPage()
  const live = /\/ui\/live/
  let isReachable = false
  await other.route(live, (route) => (isReachable ? route.continue() : route.abort()))
  await other.routeWebSocket(live, (socket) => void (isReachable ? socket.connectToServer() : socket.close()))
  await other.goto(new URL('/user/home/appointments', page.url()).href)
  await drawn(other)
  await switchTo(page, 'Samuel Okafor')
  expect(await bar(other).innerText()).toContain('Ada Okafor')
  isReachable = true
  await other.getByText('This page is now for Samuel Okafor').first().waitFor()
  expect(await bar(other).innerText()).toContain('Samuel Okafor')
})
