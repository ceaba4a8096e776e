const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** In how coarse a unit an age of so much is shown, in milliseconds. */
function unitOf(ageMs: number): number {
  if (ageMs < hourMs) return minuteMs
  return ageMs < 2 * dayMs ? hourMs : dayMs
}

/** `for 12 minutes`. */
export function ageText(since: Date, now: Date): string {
  const ageMs = now.getTime() - since.getTime()
  if (ageMs < minuteMs) return 'just now'
  const unitMs = unitOf(ageMs)
  const count = Math.floor(ageMs / unitMs)
  const unit = unitMs === minuteMs ? 'minute' : unitMs === hourMs ? 'hour' : 'day'
  return `for ${count} ${unit}${count === 1 ? '' : 's'}`
}

/** Returns when the age is shown otherwise. */
export function ageChangesAt(since: Date, now: Date): Date {
  const ageMs = Math.max(0, now.getTime() - since.getTime())
  const unitMs = unitOf(ageMs)
  return new Date(since.getTime() + (Math.floor(ageMs / unitMs) + 1) * unitMs)
}

/** Whether an unconfirmed payment has waited so long that asking again will hardly help. */
export function isLong(since: Date, now: Date): boolean {
  return now.getTime() - since.getTime() >= hourMs
}
