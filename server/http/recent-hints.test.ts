import { expect, it } from 'vitest'
import { RecentHints } from './recent-hints.ts'

function hintsAt(): { clock: { ms: number }; hints: RecentHints } {
  const clock = { ms: 0 }
  return { clock, hints: new RecentHints(() => clock.ms) }
}

it('returns the hints of the topics that are asked for, those of one cause together', () => {
  const { hints } = hintsAt()
  hints.add({ topics: ['a', 'b'], cause: 'one' })
  hints.add({ topics: ['c'] })
  hints.add({ topics: ['d'], cause: 'two' })
  expect(hints.of(['b', 'c', 'a', 'none'])).toEqual([{ topics: ['b', 'a'], cause: 'one' }, { topics: ['c'] }])
})

it('names no cause for a topic that changed for two', () => {
  const { hints } = hintsAt()
  hints.add({ topics: ['a'], cause: 'one' })
  hints.add({ topics: ['a'], cause: 'two' })
  expect(hints.of(['a'])).toEqual([{ topics: ['a'] }])
})

it('forgets a hint after half a minute, and keeps one that was renewed', () => {
  const { hints, clock } = hintsAt()
  hints.add({ topics: ['a'], cause: 'one' })
  hints.add({ topics: ['b'], cause: 'one' })
  clock.ms = 20_000
  hints.add({ topics: ['a'], cause: 'one' })
  clock.ms = 30_001
  expect(hints.of(['a', 'b'])).toEqual([{ topics: ['a'], cause: 'one' }])
})
