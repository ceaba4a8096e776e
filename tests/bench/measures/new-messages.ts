import type { Page } from 'playwright'
import { io } from 'socket.io-client'
import { request } from 'undici'
import { launchChromium } from '../../support/chromium.ts'
import { openBare } from '../fixture/bare.ts'
import { emitBy, openPage, openSignedIn, watchBare, type Message } from '../fixture/live-pages.ts'
import { atMost, median, type BenchServices, type Row } from '../measured.ts'

const rounds = 20
const warmUps = 3
const restMs = 400
/** A patient of the demo practice, by the place of their login. */
const reader = 3
const address = '/user/home/Messages'

/** The time from the moment at which the office begins to send a message until an open inbox shows it. */
export async function measureNewMessages(services: BenchServices): Promise<Row[]> {
  const fixture = await services.fixture()
  const visitor = await fixture.signIn(reader)
  const [screen, shell] = [await visitor.get(`/ui/screens${address}`), await visitor.get('/ui/shell')]
  const bytes = screen.text + shell.text
  const patient = (fixture.logins[reader] ?? '').replace('bench.', '')
  const bare = await openBare(services.folder, bytes)
  const browser = await launchChromium()
  const socket = io(bare.origin, { transports: ['websocket'] })
  try {
    const inbox = await openPage(await browser.newPage({ viewport: { width: 1280, height: 900 } }))
    const barePage = await openPage(await browser.newPage())
    await openSignedIn(inbox.page, { address: fixture.origin + address, cookie: visitor.cookie() })
    await reportSubjects(inbox.page)
    await watchBare(barePage.page, bare.origin)
    const emit = emitBy(socket, barePage)
    const spent = { portal: [] as number[], office: [] as number[], bare: [] as number[] }
    for (let turn = -warmUps; turn < rounds; turn++) {
      const subject = `News ${turn + warmUps}`
      const bareMs = await emit(turn)
      const shown = inbox.heard(subject)
      const began = performance.now()
      const { body } = await request(
        `${fixture.recordServer}/bench/office?${new URLSearchParams({ patient, subject })}`,
        {
          method: 'POST',
        },
      )
      await body.text()
      const officeMs = performance.now() - began
      await shown
      const portalMs = performance.now() - began
      await new Promise((rested) => setTimeout(rested, restMs))
      if (turn < 0) continue
      spent.bare.push(bareMs)
      spent.office.push(officeMs)
      spent.portal.push(portalMs)
    }
    const ms = (of: number[]) => `${median(of).toFixed(1)} ms`
    return [
      {
        what: 'message of the office → shown in an open inbox ÷ bare socket and fetch',
        ...atMost(median(spent.portal) / median(spent.bare), 4),
        how: [
          `${ms(spent.portal)} from the office's request to the changed page`,
          `(the request itself got its response after ${ms(spent.office)})`,
          `÷ ${ms(spent.bare)} from socket to page and a fetch of ${bytes.length} bytes there`,
          `both in Chromium, medians of ${rounds} alternating`,
        ],
      },
    ]
  } finally {
    socket.disconnect()
    await browser.close()
    await bare.stop()
  }
}

/** Sends the subject of each message that appears at the top of the list. */
async function reportSubjects(page: Page): Promise<void> {
  await page.evaluate(() => {
    let before = ''
    new MutationObserver(() => {
      const [subject = ''] = /News \d+/.exec(document.querySelector('[data-block="list"]')?.textContent ?? '') ?? []
      if (subject === before) return
      before = subject
      const { report } = window as unknown as { report: Message } // exposed by openPage
      report(subject)
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
}
