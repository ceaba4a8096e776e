import type { Browser, BrowserContext, Page, Request } from 'playwright'
import { demoAccounts } from '../../server/demo.ts'
import { openVisitor } from '../support/portal.ts'
import { until } from '../support/waiting.ts'
import { recordAnnounced } from './announced.ts'
import { recordPrints } from './prints.ts'

export type Login = (typeof demoAccounts)[number]['login']

export interface Visit {
  browser: Browser
  port: number
  width?: number
  hasTouch?: boolean
}

/**
 * Opens a browser context of the given width; it is traced. With TRACE=pages the trace shows the page at each step,
 * which takes a sixth longer.
 */
export async function openContext({
  browser,
  width = 1280,
  hasTouch = false,
}: Omit<Visit, 'port'>): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, hasTouch, reducedMotion: 'reduce' })
  context.setDefaultTimeout(90_000) // a busy machine is no fault of the page
  countRequests(context)
  await recordAnnounced(context)
  await recordPrints(context)
  await context.tracing.start({ snapshots: process.env.TRACE === 'pages' })
  return context
}

/** Opens the dashboard of a signed-in user, without the sign-in page, which `access.test.ts` covers. */
export async function signInAs(login: Login, visit: Visit): Promise<Page> {
  const account = demoAccounts.find((each) => each.login === login)
  if (!account) throw new Error(`no account ${login}`)
  const site = `http://${account.practice}.localhost:${visit.port}`
  const context = await openContext(visit)
  const page = await context.newPage()
  const browser = { 'user-agent': await page.evaluate(() => navigator.userAgent) }
  const { cookies } = await openVisitor(`http://127.0.0.1:${visit.port}`, new URL(site).host, browser).signIn(login)
  const kept = { url: site, httpOnly: true, sameSite: 'Lax' } as const
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, ...kept })))
  await page.goto(site + (account.kind === 'admin' ? '/admin/home/dashboard' : '/user/home/dashboard'))
  await heading(page).waitFor()
  return page
}

export function heading(page: Page) {
  return page.locator('main h1').first()
}

/** Goes to a route of the page's own site and waits until it is fully rendered. */
export async function open(page: Page, route: string): Promise<void> {
  await page.goto(new URL(route, page.url()).href)
  await drawn(page)
}

/** Waits until the heading is shown, no request is pending and every skeleton is gone. */
export async function drawn(page: Page): Promise<void> {
  await heading(page).waitFor()
  await settled(page)
}

/**
 * How long no request may start, in milliseconds, before a page counts as complete: longer than from a response to the
 * request that follows from it.
 */
const quietMs = 120
const pendingRequests = new WeakMap<BrowserContext, { requests: Set<Request>; changedAt: number }>()

function countRequests(context: BrowserContext): void {
  const known = { requests: new Set<Request>(), changedAt: Date.now() }
  pendingRequests.set(context, known)
  const begins = (request: Request) => {
    known.requests.add(request)
    known.changedAt = Date.now()
  }
  const ends = (request: Request) => {
    known.requests.delete(request)
    known.changedAt = Date.now()
  }
  context.on('request', begins).on('requestfinished', ends).on('requestfailed', ends)
  // No event ends the requests of a page that is closed.
  context.on('page', (page) =>
    page.on('close', () => [...known.requests].filter((each) => each.frame().page() === page).forEach(ends)),
  )
}

/**
 * Waits until no request is pending or about to start in a region. Playwright's `networkidle` waits half a second each
 * time.
 */
export async function settled(page: Page): Promise<void> {
  const known = pendingRequests.get(page.context())
  if (!known) throw new Error('this browser was not opened by openContext')
  await until(
    'no request is pending',
    () => known.requests.size === 0 && Date.now() - known.changedAt >= quietMs,
  ).catch((error: Error) => {
    throw new Error(`${error.message} ${[...known.requests].map((each) => each.url()).join(', ')}`)
  })
  await page.locator(".skeleton, .region[aria-busy='true']").first().waitFor({ state: 'detached' })
}

/** Returns the newest message sent to an e-mail address or phone number. */
export async function messageTo(to: string, { sandboxPort }: { sandboxPort: number }): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${sandboxPort}/outbox?to=${encodeURIComponent(to)}`, {
    headers: { accept: 'application/json' },
  })
  const [newest] = (await answer.json()) as { text: string }[] // sent by the sandbox
  if (!newest) throw new Error(`nothing went out to ${to}`)
  return newest.text
}

/** Returns the code in the newest message. */
export async function codeFor(to: string, portal: { sandboxPort: number }): Promise<string> {
  const [code] = /\b\d{4}(\d{2})?\b/.exec(await messageTo(to, portal)) ?? []
  if (!code) throw new Error(`no code went out to ${to}`)
  return code
}

/** A page of any driver, as far as a keyboard needs it. */
interface Typed {
  keyboard: { press(key: 'Tab'): Promise<void> }
  evaluate(read: () => string): Promise<string>
}

/**
 * Presses Tab until an element with this name has the focus, as a keyboard user does: who opens a dialog goes on once it
 * is there, which has the focus then.
 */
export async function tabTo(page: Typed, name: RegExp): Promise<void> {
  await until('the open dialog has the focus', async () => (await page.evaluate(dialogWithoutFocus)) === '')
  for (let presses = 0; presses < 120; presses++) {
    await page.keyboard.press('Tab')
    if (name.test(await focusedName(page))) return
  }
  throw new Error(`no way by keyboard to ${name}`)
}

/** The words of the dialog that is open while the focus is elsewhere; empty if there is none. */
function dialogWithoutFocus(): string {
  const dialogs = [...document.querySelectorAll<HTMLElement>('[role="dialog"][aria-modal="true"]')]
  const open = dialogs.findLast((each) => each.checkVisibility())
  return !open || open.contains(document.activeElement) ? '' : open.innerText
}

/** The words by which people know the element that has the focus; empty where none has. */
export function focusedName(page: Pick<Typed, 'evaluate'>): Promise<string> {
  return page.evaluate(() => {
    const active = document.activeElement as HTMLElement | null // an element of an HTML document
    if (!active || active === document.body) return '' // after the last element and before the first
    const { labels } = active as HTMLInputElement // undefined for elements that cannot have labels
    const names = [labels?.[0]?.innerText, active.innerText, active.getAttribute('aria-label')]
    return names.join(' ').replaceAll(/\s+/g, ' ').trim()
  })
}
