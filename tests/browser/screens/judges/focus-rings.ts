import type { Page } from 'playwright'
import type { ScreenJudge } from '../judge.ts'

/**
 * The controls whose ring cannot be seen well enough (below 3:1) against the ground around them when they have the
 * focus of a keyboard, each with its contrast.
 */
export function faintRings(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
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
    const ringColors = (focused: Element) => {
      // A ring may be drawn beside a hidden input.
      const around = [focused, focused.parentElement, focused.parentElement?.parentElement].filter((each) => !!each)
      return around.flatMap((each) => {
        const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(each)
        const outline = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 ? [outlineColor] : []
        return [...outline, ...(boxShadow.match(/(rgba?|color)\([^)]*\)(?= 0px 0px 0px 2px)/g) ?? [])]
      })
    }
    const before = document.activeElement
    const controls = [
      ...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex="0"]'),
    ]
    const faint: string[] = []
    for (const control of controls.filter((each) => each.checkVisibility() && !each.matches(':disabled'))) {
      control.focus({ focusVisible: true, preventScroll: true } as FocusOptions) // focusVisible is newer than the types
      if (document.activeElement !== control) continue
      const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
      await Promise.allSettled(ending.map(({ finished }) => finished))
      const ground = groundOf(control.parentElement)
      const contrast = Math.max(
        0,
        ...ringColors(control)
          .filter(isSeen)
          .map((color) => ratio(color, ground)),
      )
      const name = control.getAttribute('aria-label') ?? control.textContent?.trim()
      if (contrast < 3) faint.push(`${name || control.outerHTML.slice(0, 120)}: ${contrast.toFixed(1)}`)
    }
    if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    return faint
  })
}

export const focusRings: ScreenJudge = {
  name: 'shows where the focus is by a ring that is seen on its ground',
  at: [1280],
  faultsOn: faintRings,
}
