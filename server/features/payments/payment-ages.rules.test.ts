import { describe, expect, it } from 'vitest'
import { ageChangesAt, ageText, isLong } from './payment-ages.rules.ts'

const since = new Date('2026-11-20T12:00:00Z')
const later = (ms: number) => new Date(since.getTime() + ms)
const minute = 60_000
const hour = 60 * minute

describe('how long a payment waits', () => {
  it.each([
    [-minute, 'just now', minute],
    [0, 'just now', minute],
    [minute - 1, 'just now', minute],
    [minute, 'for 1 minute', 2 * minute],
    [hour - 1, 'for 59 minutes', hour],
    [hour, 'for 1 hour', 2 * hour],
    [48 * hour - 1, 'for 47 hours', 48 * hour],
    [48 * hour, 'for 2 days', 72 * hour],
    [100 * 24 * hour, 'for 100 days', 101 * 24 * hour],
  ])('after %s ms is shown as "%s"', (ms, text, changesAt) => {
    expect(ageText(since, later(ms))).toBe(text)
    expect(ageChangesAt(since, later(ms))).toEqual(later(changesAt))
  })

  it('is long from an hour on', () => {
    expect([isLong(since, later(hour - 1)), isLong(since, later(hour))]).toEqual([false, true])
  })
})
