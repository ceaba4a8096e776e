import type { Browser, BrowserContext, Page } from 'playwright-core'
import { demoAccounts } from '../../server/demo.ts'

export type Login = (typeof demoAccounts)[number]['login']

export interface Visit {
  browser: Browser
  port: number
  width?: number
}

/** Opens a browser of its own, as wide as wanted. */
export function openContext({ browser, width = 1280 }: Pick<Visit, 'browser' | 'width'>): Promise<BrowserContext> {
  return browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' })
}

/** Signs in the way a person does and answers the page that follows. */
export async function signInAs(login: Login, visit: Visit): Promise<Page> {
  const account = demoAccounts.find((each) => each.login === login)
  if (!account) throw new Error(`no account ${login}`)
  const context = await openContext(visit)
  const page = await context.newPage()
  await page.goto(`http://${account.practice}.localhost:${visit.port}${account.at}`)
  await page.getByLabel(/^User ?name/i).fill(login)
  await page.getByLabel(/^Password/).fill(account.password)
  await page.getByRole('button', { name: /^Sign in$/i }).click()
  await page.waitForURL(/dashboard/)
  await heading(page).waitFor()
  return page
}

export function heading(page: Page) {
  return page.locator('main h1').first()
}

/** Goes to a route of the page's own site and waits until all of it is drawn. */
export async function open(page: Page, route: string): Promise<void> {
  await page.goto(new URL(route, page.url()).href)
  await drawn(page)
}

/** Nothing is on its way any more and every skeleton is gone. */
export async function drawn(page: Page): Promise<void> {
  await heading(page).waitFor()
  await page.waitForLoadState('networkidle')
  await page.locator('.skeleton').first().waitFor({ state: 'detached' })
}
