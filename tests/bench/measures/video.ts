import type { Browser, BrowserContext, Page } from 'playwright'
import { launchChromium } from '../../support/chromium.ts'
import { bookAtStaff, patientAddress, providerAddress } from '../../support/staff-visits.ts'
import { median, quantile, type BenchTools, type Row } from '../measured.ts'
import type { Stage } from '../stage/stage.ts'

const rounds = 10
const warmUps = 1
/** Nobody else's measure signs in as this one. */
const person = 4

/** How long the second of two waits from pressing Join until the other's picture moves. */
export async function measureVideo(tools: BenchTools): Promise<Row[]> {
  const stage = await tools.stage()
  const browsers = await Promise.all([1, 2].map(() => launchChromium()))
  try {
    const [patient, provider] = await pagesOf(stage, browsers)
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

async function pagesOf(stage: Stage, [one, two]: Browser[]): Promise<[Page, Page]> {
  if (!one || !two) throw new Error('there are not two browsers')
  const visitor = await stage.signIn(person)
  await bookAtStaff(stage.recordServer, Number(stage.logins[person]?.split('.')[1]))
  const address = patientAddress(JSON.stringify(await visitor.region('appointments.next')))
  const [name = '', value = ''] = visitor.cookie().split('=')
  const [hers, his] = [await contextOf(one, stage), await contextOf(two, stage)]
  await hers.addCookies([{ name, value, url: stage.origin }])
  const [patient, provider] = [await hers.newPage(), await his.newPage()]
  await patient.goto(stage.origin + address)
  await provider.goto(stage.origin + (await providerAddress(stage.recordServer, address)))
  return [patient, provider]
}

async function contextOf(browser: Browser, { origin }: Stage): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  await context.grantPermissions(['camera', 'microphone'], { origin })
  return context
}

/** The provider waits; the patient joins, and both come back to the look at their devices. */
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

/** In the page: presses Join and resolves, in milliseconds, with the first frame of the other's picture. */
function firstFrame(): Promise<number> {
  return new Promise((resolve) => {
    const began = performance.now()
    const join = [...document.querySelectorAll('button')].find((each) => each.textContent.includes('Join the visit'))
    join?.click()
    // Drawn by the next frame. Nothing here has a name of its own: esbuild would add a call that the page lacks.
    requestAnimationFrame(() => {
      const picture = document.querySelector<HTMLVideoElement>('video:not([aria-label="You"])')
      picture?.requestVideoFrameCallback((now) => resolve(now - began))
    })
  })
}
