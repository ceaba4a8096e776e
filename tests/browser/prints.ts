import type { BrowserContext, Page } from 'playwright'

/**
 * Counts what the pages of a context print by themselves, also after a reload, and opens no dialog for it. The dialog of
 * the whole Chromium stays until a person closes it, and meanwhile no test can print the page.
 */
export function recordPrints(context: BrowserContext): Promise<unknown> {
  return context.addInitScript(() => {
    window.print = () => sessionStorage.setItem('prints', String(Number(sessionStorage.getItem('prints')) + 1))
  })
}

/** Returns how often a page has printed itself. */
export function printsOf(page: Page): Promise<number> {
  return page.evaluate(() => Number(sessionStorage.getItem('prints')))
}
