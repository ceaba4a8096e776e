import { expect } from 'vitest'
import type { Page } from 'playwright'
import type { ScreenJudge } from '../judge.ts'

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

export const tabs: ScreenJudge = {
  name: 'has the open one of a row of tabs in sight, and fades the row where it goes on',
  at: [320],
  faultsOn: async (page) => {
    let faults: string[] = []
    // A row scrolls once it has its new width.
    await expect
      .poll(async () => (faults = await faultsOfRows(page)), { timeout: 3000 })
      .toEqual([])
      .catch(() => undefined)
    return faults
  },
}
