import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'puppeteer-core'
import { expect, type TestAPI } from 'vitest'
import { root } from '../guards/repository.ts'
import { launchFirefox } from '../support/firefox.ts'
import { oncePerWorker, portalTest } from '../support/portal-test.ts'
import type { Login, RunningPortal, Visitor } from '../support/portal.ts'

interface Firefox {
  browser: Browser
  /** Where downloads are saved. */
  downloads: string
  close(): Promise<void>
}

async function start(): Promise<Firefox> {
  const downloads = mkdtempSync(join(tmpdir(), 'downloads-'))
  const browser = await launchFirefox(downloads)
  const close = async () => {
    await browser.close()
    rmSync(downloads, { recursive: true })
  }
  return { browser, downloads, close }
}

export interface FirefoxFixtures {
  portal: RunningPortal
  firefox: Firefox
}

/** The `test` of a file that needs Firefox: a portal with the built client, and the Firefox of the worker. */
export function firefoxTest(): TestAPI<FirefoxFixtures> {
  const test = portalTest({}, { clientFolder: join(root, 'dist', 'client') }).extend<{ firefox: Firefox }>({
    firefox: [oncePerWorker(start), { scope: 'worker' }],
  })
  return test as unknown as TestAPI<FirefoxFixtures> // without automatic fixtures and vitest's internal type parameters
}

interface Visit extends FirefoxFixtures {
  width: number
  /** Without it, nobody is signed in. */
  login?: Login
  route: string
  /** What its console may report, beside nothing. */
  mayReport?: RegExp | undefined
}

/**
 * Opens a page in a context of its own and hands it to `walk`. Fails on an error in its console and on an exception of
 * its scripts. If the walk fails, a screenshot is kept beside the traces of Chromium.
 */
export async function walkOn(visit: Visit, walk: (page: Page) => Promise<void>): Promise<void> {
  const context = await visit.firefox.browser.createBrowserContext()
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(90_000) // a busy machine is no fault of the page
    const faults = faultsOf(page)
    await page.setViewport({ width: visit.width, height: 900 })
    const site = `http://lakeside.localhost:${visit.portal.port}`
    if (visit.login) await signIn(page, { ...visit, login: visit.login, site })
    await page.goto(site + visit.route)
    await walk(page).catch(async (error: unknown) => {
      await keepScreenshot(page)
      throw new Error(`${String(error)} ${faults.join(' ')}`, { cause: error })
    })
    expect(faults.filter((fault) => !visit.mayReport?.test(fault))).toEqual([])
  } finally {
    await context.close()
  }
}

/** The errors that a page reports from now on. */
function faultsOf(page: Page): string[] {
  const faults: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  page.on('pageerror', (error) => faults.push(String(error)))
  return faults
}

/** Nobody signs in as often as there are walks. */
const signedIn = new Map<Login, Promise<Visitor>>()

/** Gives the page the session of a signed-in user, without the sign-in page. */
async function signIn(page: Page, { portal, login, site }: Visit & { login: Login; site: string }): Promise<void> {
  const { hostname } = new URL(site)
  const visitor = signedIn.get(login) ?? portal.signIn(login)
  signedIn.set(login, visitor)
  const { cookies } = await visitor
  const kept = { domain: hostname, path: '/', httpOnly: true, sameSite: 'Lax' } as const
  await page.browserContext().setCookie(...[...cookies].map(([name, value]) => ({ name, value, ...kept })))
}

async function keepScreenshot(page: Page): Promise<void> {
  const folder = join(root, '.cache', 'traces')
  mkdirSync(folder, { recursive: true })
  const name = (expect.getState().currentTestName ?? 'firefox').replaceAll(/\W+/g, '-')
  await page.screenshot({ path: join(folder, `${name}.png`) })
}

/** Waits until the screen is shown whole, with this heading. */
export async function shows(page: Page, title: string): Promise<void> {
  await drawn(page)
  await expect.poll(() => page.$eval('main h1', (heading) => (heading as HTMLElement).innerText)).toBe(title) // in HTML
}

/** Waits until the heading is shown and nothing is loading. */
export async function drawn(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('main h1') !== null &&
      document.querySelector(".skeleton, .region[aria-busy='true'], .screen[aria-busy='true']") === null,
  )
}

/** Waits until the words are on the page. */
export async function reads(page: Page, words: string): Promise<void> {
  await page.waitForFunction((text) => document.body.innerText.includes(text), {}, words)
}
