import type { Page } from 'playwright'
import { io, type Socket } from 'socket.io-client'
import { launchChromium } from '../../support/chromium.ts'
import { atMost, median, timed, type BenchServices, type Row } from '../measured.ts'
import { openBare } from '../fixture/bare.ts'
import type { BenchFixture } from '../fixture/bench-fixture.ts'
import type { Visitor } from '../fixture/visitor.ts'

const rounds = 20
const warmUps = 3
const restMs = 400
/** The parts of the dashboard, without and with appointments (specification 1 §6, enable_portal_dashboard_options). */
const without = [2, 3, 4, 5, 6, 7]
const withAll = [1, ...without]

/** Sends a word from an open page to this process; each page takes the same route. */
type Message = (word: string) => void

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

interface Listening {
  page: Page
  /** Resolves once the page sends the word. */
  heard(word: string): Promise<void>
}

async function openPage(page: Page): Promise<Listening> {
  const waiting = new Map<string, () => void>()
  await page.exposeFunction('report', ((word) => waiting.get(word)?.()) satisfies Message)
  return { page, heard: (word) => new Promise((resolve) => waiting.set(word, resolve)) }
}

/** Sends `shown` or `gone` whenever the appointments card appears or disappears. */
async function watchDashboard(
  page: Page,
  { fixture, visitor }: { fixture: BenchFixture; visitor: Visitor },
): Promise<void> {
  const [name = '', value = ''] = visitor.cookie().split('=')
  await page.context().addCookies([{ name, value, url: fixture.origin }])
  await page.goto(`${fixture.origin}/user/home/dashboard`, { waitUntil: 'networkidle' })
  await page.locator('[data-block="cards"]').getByText('Appointments').first().waitFor()
  await page.waitForTimeout(2000) // until the live connection is open
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

/** Waits for a hint on the socket, fetches, and reports it. */
async function watchBare(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/page`)
  await page.evaluate(
    () =>
      new Promise<void>((connected) => {
        const { report, io: open } = window as unknown as {
          report: Message
          io: (how: object) => { on(event: string, hear: (turn?: number) => void): void }
        } // set by openPage and by socket.io's script
        const bareSocket = open({ transports: ['websocket'] })
        bareSocket.on('connect', () => connected())
        bareSocket.on('changed', (turn) => {
          void fetch('/open', { cache: 'no-store' })
            .then((answer) => answer.text())
            .then(() => report(`changed ${turn}`))
        })
      }),
  )
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

function emitBy(socket: Socket, { heard }: Listening): Sides['emit'] {
  return async (turn) => {
    const done = heard(`changed ${turn}`)
    const began = performance.now()
    socket.emit('change', turn)
    await done
    return performance.now() - began
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
