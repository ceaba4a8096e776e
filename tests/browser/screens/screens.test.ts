import { describe, expect, vi } from 'vitest'
import type { Browser, Page } from 'playwright'
import { everybody, openAll } from '../../http/crawl/everybody.ts'
import type { Crawled } from '../../http/crawl/judge.ts'
import { browserTest } from '../browser-test.ts'
import { drawn, openContext, settled } from '../people.ts'
import { widths } from './judge.ts'
import { judges } from './judges.ts'
import { addressesToOpen } from './looks.ts'

const test = browserTest()

// Dozens of screens for each person, which take minutes on a busy machine.
vi.setConfig({ testTimeout: 600_000 })

/** What was opened for one person need not be opened for the next who sees the same. */
const seen = new Set<string>()

describe('every screen, opened once for all judges', () => {
  test.for(everybody.map((person) => [person.who, person] as const))(
    'looks well for %s',
    async ([, person], { portal, browser }) => {
      const crawled = await openAll(portal, person)
      const page = await enter(browser, { crawled, port: portal.port })
      const faults: string[] = []
      for (const address of addressesToOpen(crawled, seen)) faults.push(...(await faultsOn(page, address)))
      expect(faults).toEqual([])
    },
  )
})

/** The browser goes on where the crawl was. */
async function enter(browser: Browser, { crawled, port }: { crawled: Crawled; port: number }): Promise<Page> {
  const site = `http://${crawled.practice}.localhost:${port}`
  const context = await openContext({ browser })
  const kept = { url: site, httpOnly: true, sameSite: 'Lax' } as const
  await context.addCookies([...crawled.visitor.cookies].map(([name, value]) => ({ name, value, ...kept })))
  const page = await context.newPage()
  await page.goto(`${site}/privacypolicy`)
  await drawn(page)
  return page
}

async function faultsOn(page: Page, address: string): Promise<string[]> {
  await page.setViewportSize({ width: widths[0], height: 900 })
  await follow(page, address).catch((error: unknown) => {
    throw new Error(`the crawl ended at ${address}: ${String(error)}`)
  })
  const faults: string[] = []
  for (const width of widths) {
    if (width !== widths[0]) {
      await page.setViewportSize({ width, height: 900 })
      await settled(page)
    }
    for (const { name, at = widths, faultsOn: judge } of judges)
      if (at.includes(width))
        for (const fault of await judge(page)) faults.push(`${address} at ${width} px (${name}): ${fault}`)
  }
  return faults
}

/** Goes to an address as a link of the page does, without loading the page again. */
async function follow(page: Page, address: string): Promise<void> {
  const { pathname, search } = new URL(page.url())
  if (pathname + search === address) return drawn(page)
  const response = page.waitForResponse((answer) => answer.url().endsWith(`/ui/screens${address}`))
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)
  await response
  await drawn(page)
}
