import type { Page } from 'playwright'
import { io } from 'socket.io-client'
import { launchChromium } from '../../support/chromium.ts'
import { atMost, median, timed, type BenchServices, type Row } from '../measured.ts'
import { openBare } from '../fixture/bare.ts'
import type { BenchFixture } from '../fixture/bench-fixture.ts'
import { emitBy, openPage, openSignedIn, watchBare, type Listening, type Message } from '../fixture/live-pages.ts'
import type { Visitor } from '../fixture/visitor.ts'

const rounds = 20
const warmUps = 3
const restMs = 400
/** The parts of the dashboard, without and with appointments (specification 1 §6, enable_portal_dashboard_options). */
const without = [2, 3, 4, 5, 6, 7]
const withAll = [1, ...without]

/** Row 4: the time from an admin's click on a feature switch until another browser shows the change. */
export async function measureLive(services: BenchServices): Promise<Row[]> {
  const fixture = await services.fixture()
  const visitor = await fixture.signIn(2)
  const [screen, shell] = [await visitor.get('/ui/screens/user/home/dashboard'), await visitor.get('/ui/shell')]
  const bytes = screen.text + shell.text
  const bare = await openBare(services.folder, bytes)
  const browser = await launchChromium()
  const socket = io(bare.origin, { transports: ['websocket'] })
  try {
    const portalPage = await openPage(await browser.newPage({ viewport: { width: 1280, height: 900 } }))
    const barePage = await openPage(await browser.newPage())
    await watchDashboard(portalPage.page, { fixture, visitor })
    await watchBare(barePage.page, bare.origin)
    const admin = await fixture.signInAdmin()
    return await compare({ change: changeBy(admin, portalPage), emit: emitBy(socket, barePage), bytes: bytes.length })
  } finally {
    socket.disconnect()
    await browser.close()
    await bare.stop()
  }
}

/** Sends `shown` or `gone` whenever the appointments card appears or disappears. */
async function watchDashboard(
  page: Page,
  { fixture, visitor }: { fixture: BenchFixture; visitor: Visitor },
): Promise<void> {
  await openSignedIn(page, { address: `${fixture.origin}/user/home/dashboard`, cookie: visitor.cookie() })
  await page.locator('[data-block="cards"]').getByText('Appointments').first().waitFor()
  await page.evaluate(() => {
    let before = true
    new MutationObserver(() => {
      const now = document.querySelector('[data-block="cards"]')?.textContent.includes('Appointments') ?? false
      if (now === before) return
      before = now
      const { report } = window as unknown as { report: Message } // exposed by openPage
      report(now ? 'shown' : 'gone')
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
}

function changeBy(admin: Visitor, { heard }: Listening): Sides['change'] {
  let seenVersion = 0
  return async (turn) => {
    const value = turn % 2 === 0 ? without : withAll
    const redrawn = heard(turn % 2 === 0 ? 'gone' : 'shown')
    const began = performance.now()
    const asking = timed(async () => {
      await admin.act('admin.changeSetting', { name: 'enable_portal_dashboard_options', value, seenVersion })
    })
    await redrawn
    const ms = performance.now() - began
    const answeredMs = await asking
    seenVersion += 1
    return { ms, answeredMs }
  }
}

interface Sides {
  /** Resolves when the other page has changed and the admin's own request has a response. */
  change(turn: number): Promise<{ ms: number; answeredMs: number }>
  emit(turn: number): Promise<number>
  bytes: number
}

async function compare({ change, emit, bytes }: Sides): Promise<Row[]> {
  const portal: number[] = []
  const answered: number[] = []
  const bare: number[] = []
  // An even number of turns leaves the settings unchanged.
  for (let turn = 0; turn < 2 * Math.ceil((rounds + warmUps) / 2); turn++) {
    const [one, two] = [await emit(turn), await change(turn)]
    await new Promise((rested) => setTimeout(rested, restMs))
    if (turn < warmUps) continue
    bare.push(one)
    portal.push(two.ms)
    answered.push(two.answeredMs)
  }
  return [
    {
      what: 'setting changed → other browser redrawn ÷ bare socket and fetch',
      ...atMost(median(portal) / median(bare), 4),
      how: [
        `${median(portal).toFixed(1)} ms from the admin's request to the changed page`,
        `(the request itself got its response after ${median(answered).toFixed(1)} ms)`,
        `÷ ${median(bare).toFixed(1)} ms from socket to page and a fetch of ${bytes} bytes there`,
        `both in Chromium, medians of ${portal.length} alternating`,
      ],
    },
  ]
}
