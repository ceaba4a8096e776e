const unitMs = 5 * 60_000

/** The five-minute units that a visit occupies, both ends included; see busy_units in migration 0002. */
export function unitsOf(startsAt: number, minutes: number): { first: number; last: number } {
  const first = Math.floor(startsAt / unitMs)
  const last = Math.ceil((startsAt + minutes * 60_000) / unitMs) - 1
  return { first, last }
}
