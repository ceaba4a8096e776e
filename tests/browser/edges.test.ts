import type { Page } from 'playwright'
import { expect } from 'vitest'
import { browserTest } from './browser-test.ts'
import { open, settled, signInAs } from './people.ts'
import { edgesOf } from './screens/judges/left-edge.ts'

const test = browserTest({ shared: true })

test('a page begins where the header begins on a large phone and on a wide screen, too', async ({
  portal,
  browser,
}) => {
  const page = await signInAs('g.alvarez@example.com', { browser, port: portal.port })
  for (const route of [
    '/user/home/dashboard',
    '/user/home/Profile',
    '/user/bookappointment/index?type=inoffice&by=location&region=1',
  ]) {
    await open(page, route)
    for (const width of [390, 1600]) {
      await page.setViewportSize({ width, height: 900 })
      await settled(page)
      const edges = await edgesOf(page)
      expect(Object.keys(edges).length).toBeGreaterThan(4)
      expect(new Set(Object.values(edges)).size, `${route} at ${width} px: ${JSON.stringify(edges)}`).toBe(1)
    }
  }
})

/** How high the bars are that stay in sight while the page scrolls, in px. */
function barsOf(page: Page): Promise<number[]> {
  return page.evaluate(() => {
    scrollTo(0, (document.documentElement.scrollHeight - innerHeight) / 2)
    const bars = [...document.querySelectorAll('aside, main *')].filter((element) => {
      const { position } = getComputedStyle(element)
      return (position === 'sticky' || position === 'fixed') && element.clientWidth > innerWidth / 2
    })
    return bars.map((bar) => {
      const { top, bottom } = bar.getBoundingClientRect()
      return Math.round(Math.min(bottom, innerHeight) - Math.max(top, 0))
    })
  })
}

test('bars that stay are of one line each, and none stays in a low window', async ({ portal, browser }) => {
  const slots = '/user/bookappointment/facility/slots?type=inoffice&by=location&region=1&facility=11'
  const bill = '/user/home/Billing?pay=none'
  for (const [login, route, most] of [
    ['g.alvarez@example.com', slots, 2],
    ['maria.alvarez', bill, 1],
  ] as const) {
    const page = await signInAs(login, { browser, port: portal.port })
    await open(page, route)
    for (const width of [320, 390, 768, 1280]) {
      await page.setViewportSize({ width, height: 600 })
      await settled(page)
      const bars = await barsOf(page)
      expect(bars.length, `${route} at ${width} px`).toBeLessThanOrEqual(most)
      expect(Math.max(...bars), `${route} at ${width} px`).toBeLessThanOrEqual(84)
    }
    await page.setViewportSize({ width: 740, height: 400 })
    expect(await barsOf(page)).toEqual([])
    await page.context().close()
  }
})
