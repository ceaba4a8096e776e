import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'
import { visitIn } from '../support/linked-screens.ts'
import { faultsOf } from './keyboard.ts'
import { drawn, open, openContext, settled, signInAs } from './people.ts'
import { cells } from './screens/judges/cells.ts'
import { browserTest, type BrowserFixtures } from './browser-test.ts'

const test = browserTest()

async function startPage({ portal, browser }: BrowserFixtures, width: number, practice = 'lakeside'): Promise<Page> {
  const page = await (await openContext({ browser, width })).newPage()
  await page.goto(`http://${practice}.localhost:${portal.port}/`)
  await drawn(page)
  return page
}

const widen = (page: Page, width: number) => page.setViewportSize({ width, height: 900 })

test('the start page shows its two cards without tiles below 768 px, and what the portal can do from there on [1 §2.2 §2.4 §9.6] [2 §9.33]', async ({
  portal,
  browser,
}) => {
  const page = await startPage({ portal, browser }, 767)
  const visible = (name: RegExp | string) => page.locator('main').getByRole('link', { name }).isVisible()
  expect([await visible('Sign in'), await visible('Create an account'), await visible(/Booking/)]).toEqual([
    true,
    true,
    false,
  ])
  await widen(page, 768)
  await page.getByText('Booking', { exact: true }).waitFor()
  await page.context().close()
})

test('the navigation stands in the header from 600 px on, and in a menu below [1 §2.37 §2.38 §9.7] [2 §9.32]', async ({
  portal,
  browser,
}) => {
  const page = await signInAs('maria.alvarez', { browser, port: portal.port, width: 600 })
  const shown = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Appointments' })
  const menu = page.getByRole('button', { name: 'Menu' })
  await shown.waitFor()
  expect(await menu.isVisible()).toBe(false)
  // What has no room stands behind a button.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'More' }).click()
  const entries = await page.getByRole('navigation', { name: 'Main' }).getByRole('link').allInnerTexts()
  expect(entries.length).toBeGreaterThan(5)
  await widen(page, 599)
  await menu.click()
  await shown.waitFor()
  expect(await page.getByRole('navigation', { name: 'Main' }).getByRole('link').allInnerTexts()).toEqual(entries)
  await page.context().close()
})

test('the button for more entries goes where all of them fit without it', async ({ portal, browser }) => {
  const page = await signInAs('maria.alvarez', { browser, port: portal.port, width: 768 })
  const more = page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'More' })
  await more.waitFor()
  await widen(page, 1280)
  await more.waitFor({ state: 'detached' })
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  const tops = await links.evaluateAll((all) => all.map((link) => Math.round(link.getBoundingClientRect().top)))
  expect([tops.length, new Set(tops).size]).toEqual([8, 1])
  await page.context().close()
})

test('on a phone one menu has everything, by keyboard too', async ({ portal, browser }) => {
  const page = await signInAs('maria.alvarez', { browser, port: portal.port, width: 390 })
  await page.goto(new URL('/user/bookappointment/index', page.url()).href)
  await drawn(page)
  const header = page.getByRole('banner')
  expect(await header.getByRole('button').allInnerTexts()).toEqual(['Menu'])
  const menu = header.getByRole('button', { name: 'Menu' })
  await menu.focus()
  await page.keyboard.press('Enter')
  await header.getByRole('link', { name: 'Appointments' }).waitFor()
  // Of the navigation first, and Logout at the end.
  const entries = header.getByRole('listitem')
  expect(await entries.first().innerText()).toBe('Dashboard')
  expect(await entries.last().innerText()).toBe('Logout')
  expect(
    await header.getByRole('list', { name: 'Account: Maria Alvarez' }).getByRole('listitem').first().innerText(),
  ).toBe('Payment')
  expect(await header.locator('[aria-current]').allInnerTexts()).toEqual(['Appointments'])
  await page.keyboard.press('ArrowUp')
  expect(await header.getByRole('button', { name: 'Logout' }).evaluate((own) => own === document.activeElement)).toBe(
    true,
  )
  await page.keyboard.press('Escape')
  await expect.poll(() => header.getByRole('listitem').count()).toBe(0)
  expect(await menu.evaluate((own) => own === document.activeElement)).toBe(true)
  await menu.click()
  await header.getByRole('link', { name: 'Profile' }).click()
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
  await page.context().close()
})

test('where a menu is closed, its button is marked for the entry in it', async ({ portal, browser }) => {
  const page = await signInAs('maria.alvarez', { browser, port: portal.port, width: 600 })
  const line = (name: RegExp) =>
    page
      .getByRole('banner')
      .getByRole('button', { name })
      .evaluate((own) => getComputedStyle(own, '::after').content)
  await page.goto(new URL('/user/home/LabOrdering', page.url()).href)
  await drawn(page)
  expect([await line(/^More/), await line(/Maria/)]).toEqual(['""', 'none'])
  await page.goto(new URL('/user/home/Profile', page.url()).href)
  await drawn(page)
  expect([await line(/^More/), await line(/Maria/)]).toEqual(['none', '""'])
  await page.context().close()
})

test('the menu of a row opens in sight at every width, its words in line, and what destroys apart from the rest', async ({
  portal,
  browser,
}) => {
  const page = await signInAs('maria.alvarez', { browser, port: portal.port })
  const more = page
    .getByRole('main')
    .getByRole('button', { name: /^More / })
    .first()
  const entry = (name: RegExp) => page.getByRole('button', { name }).and(page.locator(':visible'))
  const placeOf = (named: Locator) =>
    named.evaluate((own) => {
      const { left, right, top, bottom, width, height } = own.getBoundingClientRect()
      const words = left + Number.parseFloat(getComputedStyle(own).paddingLeft)
      return { left, right, top, bottom, width, height, words }
    })
  const widths = [320, 390, 768, 1000, 1280]
  const places = ['/user/home/appointments', '/user/home/dashboard'].flatMap((to) =>
    widths.map((width) => [to, width] as const),
  )
  for (const [to, width] of places) {
    if (!page.url().endsWith(to)) await open(page, to)
    await widen(page, width)
    await settled(page)
    const closed = await placeOf(more)
    await more.click()
    const [button, calendar, cancel] = await Promise.all([
      placeOf(more),
      placeOf(entry(/^Add to calendar/)),
      placeOf(entry(/^Cancel on/)),
    ])
    expect([width, button.left, button.width]).toEqual([width, closed.left, 44])
    expect([width, calendar.words, calendar.height >= 44, cancel.height >= 44]).toEqual([
      width,
      cancel.words,
      true,
      true,
    ])
    expect([width, cancel.top - calendar.bottom]).toEqual([width, 17])
    // Below its button, and within the page.
    expect([width, calendar.top >= button.bottom, calendar.right <= width]).toEqual([width, true, true])
    expect([width, calendar.left < button.right + 44, calendar.right > button.left - 44]).toEqual([width, true, true])
    if (width === 320) expect(await faultsOf(page)).toEqual([])
    await page.keyboard.press('Escape')
  }
  await page.context().close()
})

test.for<[string, boolean]>([
  ['lakeside', false],
  ['northgate', true],
])('the logo of %s is in the middle: %s [1 §2.36 §6.12]', async ([practice, centred], { portal, browser }) => {
  const page = await startPage({ portal, browser }, 1280, practice)
  const box = await page.locator('.brand').boundingBox()
  const middle = (box?.x ?? 0) + (box?.width ?? 0) / 2
  expect(Math.abs(middle - 640) < 8).toBe(centred)
  await page.context().close()
})

test('the footer explains privacy in a dialog [1 §2.40]', async ({ portal, browser }) => {
  const page = await startPage({ portal, browser }, 320)
  await page.getByRole('contentinfo').getByRole('button', { name: 'Privacy and Cookies' }).click()
  const dialog = page.getByRole('dialog', { name: 'Privacy and Cookies' })
  await dialog.getByText('Lakeside Dermatology').first().waitFor()
  await dialog.getByRole('link', { name: '(212) 555-0140' }).waitFor()
  await page.context().close()
})

test('on a phone the cards of the dashboard stand below each other under one welcome line [1 §2.50]', async ({
  portal,
  browser,
}) => {
  const page = await signInAs('g.alvarez@example.com', { browser, port: portal.port, width: 320 })
  await page.getByRole('heading', { level: 1, name: 'Welcome Gabriel Alvarez, guardian of Lucas Alvarez' }).waitFor()
  await drawn(page)
  const lefts = async () => {
    const boxes = await page
      .locator('main [data-kind=tiles] li')
      .evaluateAll((tiles) => tiles.map((tile) => tile.getBoundingClientRect().left))
    return new Set(boxes.map(Math.round)).size
  }
  expect(await lefts()).toBe(1)
  await widen(page, 1280)
  await expect.poll(lefts).toBeGreaterThan(1)
  await page.context().close()
})

test('no word of a bill that is ticked, or of an appointment, is broken at any width', async ({ portal, browser }) => {
  const page = await signInAs('maria.alvarez', { browser, port: portal.port })
  const whole = async () => {
    for (const width of [320, 768, 960, 1280]) {
      await widen(page, width)
      await settled(page)
      expect([width, await cells.faultsOn(page)]).toEqual([width, []])
    }
  }
  await open(page, '/user/home/Billing?pay=none')
  expect(await page.locator('main tbody th').count()).toBeGreaterThan(3)
  await page
    .getByRole('button', { name: /^Details/ })
    .first()
    .click()
  await page.locator('main tbody').getByText('Procedure Code/Description').first().waitFor()
  await whole()
  await open(page, '/user/home/appointments')
  expect(await page.locator('main tbody th').count()).toBe(2)
  await whole()
})

test('the actions of a row stand in one line of at least 44 px below 1200 px, also one that cannot be used yet', async ({
  portal,
  browser,
}) => {
  await visitIn(portal, 30, 'telederm')
  const page = await signInAs('maria.alvarez', { browser, port: portal.port })
  await open(page, '/user/home/appointments')
  await page
    .getByRole('button', { name: /^Join video visit/, disabled: true })
    .first()
    .waitFor()
  for (const width of [320, 390, 768, 960, 1199]) {
    await widen(page, width)
    expect([width, await faultsOf(page)]).toEqual([width, []])
    const tops = await topsOfActions(page)
    expect(tops.length).toBeGreaterThan(2)
    expect(tops.map((row) => [width, row.length, new Set(row).size])).toEqual(tops.map(() => [width, 3, 1]))
    const heights = await page
      .locator('main tbody [class*=acts] > :is(a, button), main tbody [class*=acts] > div > button')
      .evaluateAll((all) => all.map((own) => Math.round(own.getBoundingClientRect().height)))
    expect([width, Math.min(...heights)]).toEqual([width, 44])
  }
})

function topsOfActions(page: Page): Promise<number[][]> {
  return page.locator('main tbody tr [class*=acts]').evaluateAll((cells) =>
    cells.map((cell) =>
      // A menu is drawn by its button.
      [...cell.children].map((own) => Math.round((own.querySelector('button') ?? own).getBoundingClientRect().top)),
    ),
  )
}

test('on a tablet three short actions stand in one line beside three columns', async ({ portal, browser }) => {
  const page = await signInAs('maria.alvarez', { browser, port: portal.port, width: 768 })
  await open(page, '/user/home/LabOrdering')
  const tops = await topsOfActions(page)
  expect(tops.length).toBeGreaterThan(2)
  expect(tops.map((row) => [row.length, new Set(row).size])).toEqual(tops.map(() => [3, 1]))
  expect(await faultsOf(page)).toEqual([])
  await page.context().close()
})

test('the columns of all visits stand below each other while a person chooses what to pay', async ({
  portal,
  browser,
}) => {
  const page = await signInAs('maria.alvarez', { browser, port: portal.port })
  await open(page, '/user/home/Billing?pay=none')
  for (const width of [768, 960]) {
    await widen(page, width)
    await settled(page)
    const ends = await page
      .locator('main thead tr')
      .evaluateAll((heads) => heads.map((head) => [...head.children].map((own) => own.getBoundingClientRect().right)))
    expect(ends.length).toBeGreaterThan(2)
    const [first = [], ...others] = ends
    for (const each of others)
      expect(Math.max(...each.map((end, column) => Math.abs(end - (first[column] ?? 0))))).toBeLessThan(1)
  }
})
