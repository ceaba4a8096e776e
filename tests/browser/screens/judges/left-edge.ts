import type { Page } from 'playwright'
import type { ScreenJudge } from '../judge.ts'

/**
 * The left edges of what stands in the parts of a page, each of which must begin where the header does. Empty where there
 * is no header, as on what is printed; a header with its logo in the middle has no edge of its own.
 */
export function edgesOf(page: Page): Promise<Record<string, number>> {
  return page.evaluate(() => {
    const edgeOf = (element: Element) =>
      Math.round(element.getBoundingClientRect().left + parseFloat(getComputedStyle(element).paddingLeft))
    const isInMiddle = (element: Element) => {
      const { left, right } = element.getBoundingClientRect()
      return Math.abs((left + right) / 2 - innerWidth / 2) < 8
    }
    const header = document.querySelector('.brand')
    if (!header?.checkVisibility()) return {}
    const parts = {
      ...(isInMiddle(header) ? {} : { header: '.brand' }),
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

export const leftEdge: ScreenJudge = {
  name: 'begins where the header begins',
  faultsOn: async (page) => {
    const edges = await edgesOf(page)
    return new Set(Object.values(edges)).size > 1 ? [JSON.stringify(edges)] : []
  },
}
