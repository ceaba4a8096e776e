import type { Page } from 'playwright'
import { expect } from 'vitest'
import { setSetting } from '../support/switches.ts'
import { browserTest, type BrowserFixtures } from './browser-test.ts'
import { drawn, open, openContext, signInAs } from './people.ts'

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

interface Ring {
  name: string
  contrast: number
}

/** The best contrast of the ring of the focused element against the ground around it. */
function ringOf(page: Page): Promise<Ring> {
  return page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
    const channels = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number)
    const scaled = (color: string) =>
      color.startsWith('color(')
        ? channels(color.replace(/^color\(\w+/, '')).map((each, at) => (at < 3 ? each * 255 : each))
        : channels(color)
    const luminance = (color: string) => {
      const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
      const [red = 0, green = 0, blue = 0] = scaled(color).map((each) => linear(each / 255))
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const ratio = (one: string, other: string) => {
      const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
      return (light + 0.05) / (dark + 0.05)
    }
    const isSeen = (color: string) => (scaled(color)[3] ?? 1) > 0.9
    const groundOf = (element: Element | null): string => {
      if (!element) return 'rgb(255, 255, 255)'
      const { backgroundColor } = getComputedStyle(element)
      return isSeen(backgroundColor) ? backgroundColor : groundOf(element.parentElement)
    }
    const focused = document.activeElement
    if (!focused) return { name: 'nothing', contrast: 0 }
    // antd draws the focus of a box beside its hidden input.
    const around = [focused, focused.parentElement].filter((each) => each !== null)
    const colors = around.flatMap((each) => {
      const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(each)
      const outline = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 ? [outlineColor] : []
      return [...outline, ...(boxShadow.match(/(rgba?|color)\([^)]*\)(?= 0px 0px 0px 2px)/g) ?? [])]
    })
    const ground = groundOf(focused.parentElement)
    const name = focused.getAttribute('aria-label') ?? focused.textContent?.trim() ?? focused.id
    return {
      name: name || focused.id,
      contrast: Math.max(0, ...colors.filter(isSeen).map((color) => ratio(color, ground))),
    }
  })
}

/** Presses Tab through the page and returns the stops whose ring cannot be seen well enough. */
async function faintRings(page: Page): Promise<Ring[]> {
  const faint: Ring[] = []
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur()) // an element of an HTML document
  for (let stop = 0; stop < 40; stop++) {
    await page.keyboard.press('Tab')
    if (await page.evaluate(() => document.activeElement === document.body)) return faint
    const ring = await ringOf(page)
    if (ring.contrast < 3) faint.push(ring)
  }
  return faint
}

async function visit({ portal, browser }: BrowserFixtures, path: string): Promise<Page> {
  const page = await (await openContext({ browser })).newPage()
  await page.goto(`http://lakeside.localhost:${portal.port}${path}`)
  await drawn(page)
  return page
}

// The second is as light as the settings admit.
test.for(['#18a2b8', '#f2d43d', '#e5c3d8'])(
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
