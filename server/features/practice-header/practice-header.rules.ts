import type { LogoPlace } from '../../licensees/logo.store.ts'

export interface Size {
  width: number
  height: number
}

/** The largest size of a logo in each place, in px of which 96 are an inch. The client and sheets keep to the same. */
export const shownSizes: Readonly<Record<LogoPlace, Size>> = {
  header: { width: 220, height: 44 },
  print: { width: 240, height: 72 },
  mail: { width: 220, height: 48 },
}

/** How long an upload that nobody saves is kept. */
const keptForMs = 24 * 3_600_000

export function keptSince(now: Date): Date {
  return new Date(now.getTime() - keptForMs)
}

/** Returns the size at which a picture is shown within a place. One of few pixels is not enlarged. */
export function shownWithin({ width, height }: Size, within: Size): Size {
  const scale = Math.min(1, within.width / width, within.height / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** In pixels of the file: nobody could read words or recognize a sign in fewer. */
const leastSide = 24

export function isTooSmall({ width, height }: Size): boolean {
  return Math.min(width, height) < leastSide
}

/** In px on the screen. */
const leastShown = 12

/** A picture that is so wide or so tall that one side of it nearly vanishes in the header. */
export function isThin(size: Size): boolean {
  const { width, height } = shownWithin(size, shownSizes.header)
  return Math.min(width, height) < leastShown
}

/** Screens with two pixels for each px would have to enlarge it. */
export function isBlurred({ width, height }: Size): boolean {
  const { header } = shownSizes
  return width < header.width * 2 && height < header.height * 2
}

/** Lighter grays have a contrast of less than 2 to 1 on white. */
const lightest = 182
/** The share of a picture that must be darker, so that something of it can be seen. */
const leastShare = 0.003

/** Whether nearly nothing of a picture can be seen on white. `greys` has one byte for each pixel. */
export function isFaint(greys: Uint8Array): boolean {
  const seen = greys.reduce((sum, grey) => sum + (grey < lightest ? 1 : 0), 0)
  return seen < greys.length * leastShare
}
