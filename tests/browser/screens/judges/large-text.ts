import { staysTooWide } from '../../axe.ts'
import type { ScreenJudge } from '../judge.ts'

/** Of what has twice its size; what is printed begins with smaller words. */
const leastHeadingPx = 32

export const largeText: ScreenJudge = {
  name: 'fits a phone with text of twice the size',
  at: [320],
  faultsOn: async (page) => {
    const grow = (size: string) => page.evaluate((to) => void (document.documentElement.style.fontSize = to), size)
    await grow('200%')
    const heading = await page
      .locator('main h1')
      .first()
      .evaluate((words) => parseFloat(getComputedStyle(words).fontSize))
    const isWide = await staysTooWide(page)
    await grow('')
    return [
      ...(isWide ? ['it scrolls sideways'] : []),
      ...(heading < leastHeadingPx ? [`the heading stays at ${heading} px`] : []),
    ]
  },
}
