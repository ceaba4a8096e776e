import type { Page } from 'playwright'

/** The widths at which each screen is judged, in px, in this order. Below 768 px tables are lists of lines. */
export const widths = [1280, 768, 320] as const

type Width = (typeof widths)[number]

/** A promise about how every screen looks. A new screen is judged by each of them without a line of its own. */
export interface ScreenJudge {
  /** Ends a sentence that begins with what somebody sees. */
  name: string
  /** At which widths, where it is not all of them. */
  at?: readonly Width[]
  /** Returns what is wrong with the page as it is drawn now, and leaves it as it was. */
  faultsOn(page: Page): Promise<string[]>
}
