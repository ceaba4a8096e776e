import type { Page } from 'playwright'
import { expect } from 'vitest'
import { isTooWide } from './axe.ts'
import { browserTest } from './browser-test.ts'
import { drawn, open, openContext, settled, signInAs } from './people.ts'

const test = browserTest({ shared: true })

const widths = [320, 390, 768, 1280, 1600]

/** The left edges of what stands in the parts of a page, each of which must begin where the header does. */
function edgesOf(page: Page): Promise<Record<string, number>> {
  return page.evaluate(() => {
    const edgeOf = (element: Element) =>
      Math.round(element.getBoundingClientRect().left + parseFloat(getComputedStyle(element).paddingLeft))
    const parts = {
      header: '.brand',
      acting: '.acting-row',
      navigation: '.navigation',
      back: '.back',
      title: 'main h1',
      screen: 'main > .screen',
      bar: 'main [aria-live]:has(> [data-kind="action"])',
      footer: '.footer-row',
    }
    const seen = Object.entries(parts).flatMap(([name, selector]) => {
      const element = document.querySelector(selector)
      return element?.checkVisibility() ? [[name, edgeOf(element)] as const] : []
    })
    return Object.fromEntries(seen)
  })
}

async function crookedOn(page: Page, routes: string[]): Promise<string[]> {
  const faults: string[] = []
  for (const route of routes) {
    await open(page, route)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await settled(page)
      const edges = await edgesOf(page)
      if (new Set(Object.values(edges)).size > 1) faults.push(`${route} at ${width} px: ${JSON.stringify(edges)}`)
    }
  }
  return faults
}

test('a page begins where the header begins, at every width: before sign-in', async ({ portal, browser }) => {
  const page = await (await openContext({ browser })).newPage()
  await page.goto(`http://lakeside.localhost:${portal.port}/`)
  await drawn(page)
  const routes = ['/', '/user/login', '/user/signup', '/user/forgotpassword', '/user/guestLogin', '/admin', '/nowhere']
  expect(await crookedOn(page, routes)).toEqual([])
})

test('a page begins where the header begins, at every width: for patients', async ({ portal, browser }) => {
  const page = await signInAs('maria.alvarez', { browser, port: portal.port })
  const routes = [
    '/user/home/dashboard',
    '/user/home/appointments',
    '/user/home/Profile',
    '/user/home/Settings',
    '/user/home/Messages',
    '/user/home/Billing',
    '/user/home/Billing?pay=none',
    '/user/home/MakePayment',
    '/user/home/Myrecord/pharmacy',
    '/user/bookappointment/index?type=inoffice&by=location&region=1',
    '/user/bookappointment/provider/slots?type=inoffice&by=provider&provider=101',
  ]
  expect(await crookedOn(page, routes)).toEqual([])
})

test('a page begins where the header begins, at every width: for guardians and administrators', async ({
  portal,
  browser,
}) => {
  const guardian = await signInAs('g.alvarez@example.com', { browser, port: portal.port })
  expect(await crookedOn(guardian, ['/user/home/dashboard', '/user/home/Profile'])).toEqual([])
  const admin = await signInAs('front.desk', { browser, port: portal.port })
  const routes = ['/admin/home/dashboard', '/admin/account', '/admin/settings', '/admin/settings/Theme_Primary_Colour']
  expect(await crookedOn(admin, routes)).toEqual([])
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

/** What is wrong with the rows of tabs: the chosen one out of sight, or a row that does not show that it goes on. */
function faultsOfRows(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const rows = [...document.querySelectorAll<HTMLElement>('main [role=tablist], main nav:has([aria-current])')]
    return rows.flatMap((row) => {
      const chosen = row.querySelector('[aria-selected=true], [aria-current]')?.getBoundingClientRect()
      const isWhole = chosen && chosen.left >= 0 && chosen.right <= innerWidth
      const goesOn = row.scrollWidth > row.clientWidth + 1
      const isShown = !goesOn || getComputedStyle(row).maskImage !== 'none'
      return [...(isWhole ? [] : ['the chosen one is cut']), ...(isShown ? [] : ['it is not seen that it goes on'])]
    })
  })
}

test('in a row of tabs the open one is in sight, and where it goes on it fades', async ({ portal, browser }) => {
  for (const [login, routes] of [
    [
      'maria.alvarez',
      [
        '/user/home/Messages',
        '/user/home/Messages?box=sent',
        '/user/home/ChatMsg',
        '/user/home/Billing',
        '/user/home/Billing?tab=estimates',
        '/user/home/appointments?tab=cancelled',
      ],
    ],
    ['front.desk', ['/admin/settings', '/admin/settings?group=appointments', '/admin/settings?group=look']],
  ] as const) {
    const page = await signInAs(login, { browser, port: portal.port })
    for (const route of routes) {
      await page.setViewportSize({ width: 390, height: 900 })
      await open(page, route)
      expect(await faultsOfRows(page), `${route} at 390 px`).toEqual([])
      await page.setViewportSize({ width: 320, height: 900 })
      await expect.poll(() => faultsOfRows(page), { message: `${route} at 320 px` }).toEqual([])
    }
    await page.context().close()
  }
})

test('with text of twice the size no page is wider than a phone', async ({ portal, browser }) => {
  const faults: string[] = []
  for (const [login, routes] of [
    ['maria.alvarez', ['dashboard', 'appointments', 'Billing', 'Messages', 'Myrecord', 'TestResults', 'MakePayment']],
    ['front.desk', ['settings', 'payments', 'account']],
  ] as const) {
    const page = await signInAs(login, { browser, port: portal.port, width: 320 })
    await page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = '200%'))
    })
    for (const route of routes) {
      await open(page, login === 'front.desk' ? `/admin/${route}` : `/user/home/${route}`)
      if (await isTooWide(page)) faults.push(route)
      const size = await page
        .locator('main h1')
        .first()
        .evaluate((words) => parseFloat(getComputedStyle(words).fontSize))
      if (size < 46) faults.push(`${route}: ${size} px`)
    }
    await page.context().close()
  }
  expect(faults).toEqual([])
})
