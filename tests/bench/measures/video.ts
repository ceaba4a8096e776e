import type { Browser, BrowserContext, Page } from 'playwright'
import { launchChromium } from '../../support/chromium.ts'
import { bookAtStaff, patientAddress, providerAddress } from '../../support/staff-visits.ts'
import { median, quantile, type BenchServices, type Row } from '../measured.ts'
import type { BenchFixture } from '../fixture/bench-fixture.ts'

const rounds = 10
const warmUps = 1
/** No other measure signs in as this patient. */
const person = 4

/** The time from pressing Join, for the second of two participants, until the peer's picture moves. */
export async function measureVideo(services: BenchServices): Promise<Row[]> {
  const fixture = await services.fixture()
  const browsers = await Promise.all([1, 2].map(() => launchChromium()))
  try {
    const [patient, provider] = await pagesOf(fixture, browsers)
    const spent: number[] = []
    for (let round = -warmUps; round < rounds; round++) {
      const ms = await joinOnce(patient, provider)
      if (round >= 0) spent.push(ms)
    }
    return [rowOf(spent)]
  } finally {
    await Promise.all(browsers.map((browser) => browser.close()))
  }
}

function rowOf(spent: readonly number[]): Row {
  return {
    what: 'video visit: join → first picture of the other',
    figure: `${median(spent).toFixed(0)} ms`,
    target: '',
    how: [
      `median of ${spent.length}, from ${Math.min(...spent).toFixed(0)} to ${quantile(spent, 1).toFixed(0)} ms`,
      'from the click on Join to the first frame drawn, the other end waiting already',
      'two Chromiums with made-up cameras on this machine, directly, without STUN or TURN',
    ],
  }
}

async function pagesOf(fixture: BenchFixture, [one, two]: Browser[]): Promise<[Page, Page]> {
  if (!one || !two) throw new Error('there are not two browsers')
  await bookAtStaff(fixture.recordServer, Number(fixture.logins[person]?.split('.')[1]))
  const visitor = await fixture.signIn(person) // what follows it tells the record server where the provider joins
  const address = patientAddress(JSON.stringify(await visitor.region('appointments.next')))
  const [name = '', value = ''] = visitor.cookie().split('=')
  const [hers, his] = [await contextOf(one, fixture), await contextOf(two, fixture)]
  await hers.addCookies([{ name, value, url: fixture.origin }])
  const [patient, provider] = [await hers.newPage(), await his.newPage()]
  await patient.goto(fixture.origin + address)
  await provider.goto(fixture.origin + (await providerAddress(fixture.recordServer, address)))
  return [patient, provider]
}

async function contextOf(browser: Browser, { origin }: BenchFixture): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  await context.grantPermissions(['camera', 'microphone'], { origin })
  return context
}

/** The provider waits and the patient joins; then both leave and return to the device check. */
async function joinOnce(patient: Page, provider: Page): Promise<number> {
  await press(provider)
  await provider.getByText('Waiting for the patient to join.').first().waitFor()
  await ready(patient)
  const ms = await patient.evaluate(firstFrame)
  await Promise.all([patient.reload(), provider.reload()])
  return ms
}

async function press(page: Page): Promise<void> {
  await ready(page)
  await page.getByRole('button', { name: 'Join the visit' }).click()
}

async function ready(page: Page): Promise<void> {
  await page.locator('button:enabled', { hasText: 'Join the visit' }).waitFor()
}

/** Runs in the page: presses Join and resolves with the milliseconds to the first frame of the peer's picture. */
function firstFrame(): Promise<number> {
  return new Promise((resolve) => {
    const began = performance.now()
    const join = [...document.querySelectorAll('button')].find((each) => each.textContent.includes('Join the visit'))
    join?.click()
    // The next frame is painted then. No named functions here: esbuild would add a call that the page does not have.
    requestAnimationFrame(() => {
      const picture = document.querySelector<HTMLVideoElement>('video:not([aria-label="You"])')
      picture?.requestVideoFrameCallback((now) => resolve(now - began))
    })
  })
}
