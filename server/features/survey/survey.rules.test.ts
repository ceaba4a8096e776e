import { describe, expect, it } from 'vitest'
import { followUpOf, isRatable } from './survey.rules.ts'

describe('what follows a number of stars', () => {
  it('is nothing for none, a box for words up to three, and a review link from four on [1 §9.15]', () => {
    expect([0, 1, 2, 3, 4, 5].map(followUpOf)).toEqual(['none', 'feedback', 'feedback', 'feedback', 'review', 'review'])
  })
})

describe('a visit', () => {
  const visit = { startsAt: '2026-03-01T15:00:00.000Z', minutes: 30 }

  it('can be rated from its end on, for thirty days', () => {
    const at = (instant: string) => isRatable(visit, new Date(instant))
    expect(at('2026-03-01T15:29:59.999Z')).toBe(false)
    expect(at('2026-03-01T15:30:00.000Z')).toBe(true)
    expect(at('2026-03-31T15:29:59.999Z')).toBe(true)
    expect(at('2026-03-31T15:30:00.000Z')).toBe(false)
  })

  it('that was rated or cancelled cannot be', () => {
    const soon = new Date('2026-03-02T00:00:00.000Z')
    expect(isRatable({ ...visit, reviewStars: 1 }, soon)).toBe(false)
    expect(isRatable({ ...visit, cancellationReason: '' }, soon)).toBe(false)
  })
})
