import type { Page } from 'playwright'
import { expect } from 'vitest'
import { setSetting } from '../support/switches.ts'
import { browserTest, type BrowserFixtures } from './browser-test.ts'
import { drawn, open, openContext, signInAs } from './people.ts'
import { faintRings } from './screens/judges/focus-rings.ts'

const test = browserTest()

/** Returns the color that the system gives to `Highlight`. */
function highlightOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const sample = document.body.appendChild(document.createElement('i'))
    sample.style.color = 'Highlight'
    const { color } = getComputedStyle(sample)
    sample.remove()
    return color
  })
}

interface Look {
  selector: string
  pseudo?: '::after'
  property:
    | 'appearance'
    | 'backgroundColor'
    | 'borderBottomColor'
    | 'borderInlineStartColor'
    | 'outlineColor'
    | 'outlineStyle'
}

/** Returns the colors (or the style of the outline) of all elements, without those whose pseudo-element is not there. */
function colorsOf(page: Page, look: Look): Promise<string[]> {
  return page.evaluate(({ selector, pseudo, property }) => {
    const styles = [...document.querySelectorAll(selector)].map((each) => getComputedStyle(each, pseudo))
    return styles.filter(({ content }) => !pseudo || content !== 'none').map((style) => style[property])
  }, look)
}

test('where the system chooses the colors, what is current and what has the focus stands out', async ({
  portal,
  browser,
}) => {
  const page = await signInAs('maria.alvarez', { browser, port: portal.port })
  await page.emulateMedia({ forcedColors: 'active' })
  await open(page, '/user/home/appointments')
  const highlight = await highlightOf(page)
  const line = { selector: '.navigation a', pseudo: '::after', property: 'backgroundColor' } as const
  expect(await colorsOf(page, line)).toEqual([highlight])
  const tabs = (selected: boolean) =>
    ({ selector: `[role=tab][aria-selected=${selected}]`, property: 'borderBottomColor' }) as const
  expect(await colorsOf(page, tabs(true))).toEqual([highlight])
  expect(await colorsOf(page, tabs(false))).not.toContain(highlight)
  await page.keyboard.press('Tab')
  expect(
    await page.evaluate(() => document.activeElement && getComputedStyle(document.activeElement).outlineColor),
  ).toBe(highlight)
  await page.setViewportSize({ width: 320, height: 800 })
  await page.getByRole('button', { name: 'Menu' }).click()
  const entries = (current: string) =>
    ({ selector: `.narrow-menu li > a${current}`, property: 'borderInlineStartColor' }) as const
  expect(await colorsOf(page, entries('[aria-current]'))).toEqual([highlight])
  expect(await colorsOf(page, entries(':not([aria-current])'))).not.toContain(highlight)
  await page.context().close()
})

test('where the system chooses the colors, a field that has the focus has an outline', async ({ portal, browser }) => {
  const page = await (await openContext({ browser })).newPage()
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto(`http://lakeside.localhost:${portal.port}/user/login`)
  await drawn(page)
  const highlight = await highlightOf(page)
  for (const selector of ['input[name=Username]', 'input[type=password]']) {
    const style = async () => [
      await colorsOf(page, { selector, property: 'outlineColor' }),
      await colorsOf(page, { selector, property: 'outlineStyle' }),
    ]
    expect(await style()).not.toEqual([[highlight], ['solid']])
    await page.getByLabel(selector.includes('password') ? /^Password/ : /^Username/).focus()
    await expect.poll(style).toEqual([[highlight], ['solid']])
  }
  await page.context().close()
})

test('where the system chooses the colors, a ticked box and a switch that is on stand out', async ({
  portal,
  browser,
}) => {
  const page = await signInAs('front.desk', { browser, port: portal.port })
  await page.emulateMedia({ forcedColors: 'active' })
  await open(page, '/admin/settings/enable_portal_dashboard_options')
  const highlight = await highlightOf(page)
  await page.getByRole('checkbox', { name: 'Messages' }).uncheck()
  // The browser draws boxes in the system's colors, as long as nothing else is asked for.
  expect(new Set(await colorsOf(page, { selector: '.option > input', property: 'appearance' }))).toEqual(
    new Set(['auto']),
  )
  await open(page, '/admin/settings/EnableCenterLogo')
  const isOn = async () => (await colorsOf(page, { selector: '.switch', property: 'backgroundColor' }))[0]
  expect(await isOn()).not.toBe(highlight)
  await page.getByRole('switch').click()
  await expect.poll(isOn).toBe(highlight)
  await page.context().close()
})

async function visit({ portal, browser }: BrowserFixtures, path: string): Promise<Page> {
  const page = await (await openContext({ browser })).newPage()
  await page.goto(`http://lakeside.localhost:${portal.port}${path}`)
  await drawn(page)
  return page
}

// The second is as light as the settings admit.
test.for(['#f2d43d', '#e5c3d8'])(
  'whatever the accent of the practice (%s), the focus is seen on every ground',
  async (accent, { portal, browser }) => {
    await setSetting(portal, { name: 'Theme_Accent_Colour', value: accent })
    for (const path of ['/', '/user/login']) {
      const page = await visit({ portal, browser }, path)
      expect(await faintRings(page), path).toEqual([])
      await page.context().close()
    }
    const guardian = await signInAs('g.alvarez@example.com', { browser, port: portal.port })
    await open(guardian, '/user/home/appointments')
    expect(await faintRings(guardian), 'with the tinted bar').toEqual([])
    await guardian.context().close()
  },
)
