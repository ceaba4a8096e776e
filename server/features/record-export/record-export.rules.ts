const megabyte = 1024 * 1024
const mostBytes = 300 * megabyte
const keptForMs = 24 * 3_600_000

export interface Progress {
  pagesRead: number
  /** As far as is known; 0 at first. */
  pagesKnown: number
}

/** Steps of five: open pages are drawn again with each. */
export function percentOf({ pagesRead, pagesKnown }: Progress): number {
  return pagesKnown === 0 ? 0 : Math.floor((pagesRead / pagesKnown) * 20) * 5
}

/** Whether a file of so many bytes is not kept. */
export const isLarge = (bytes: number): boolean => bytes > mostBytes

/** Until when the files of an export that ended then can be downloaded. */
export const keptUntil = (endedAt: Date): Date => new Date(endedAt.getTime() + keptForMs)

/** Those that ended before are deleted at `now`. */
export const keptSince = (now: Date): Date => new Date(now.getTime() - keptForMs)
