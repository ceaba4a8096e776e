import { expect, test } from 'vitest'
import { exampleOf } from '../../../tests/support/draw-block.tsx'
import type { Lane } from './lane.ts'
import { keptIn } from './use-kept-times.ts'

const [example] = exampleOf('schedule').lanes
const lane = (ids: string[], { id = 'hall', day = '2026-11-23' } = {}): Lane => {
  const [first] = example!.days
  const times = ids.map((time) => ({ ...first!.times[0]!, id: time, text: time, about: `${time}, Monday` }))
  return { ...example!, id, days: [{ ...first!, day, times }] }
}
const timesOf = (lanes: Lane[]) =>
  lanes.flatMap(({ days }) => days.flatMap(({ times }) => times.map(({ id, state }) => `${id} ${state}`)))

test('a time that a refresh no longer has stays in its place, off, and says so', () => {
  const [kept] = keptIn([lane(['a', 'b', 'c'])], [lane(['a', 'c', 'd'])], 'Taken')
  expect(timesOf([kept!])).toEqual(['a free', 'b full', 'c free', 'd free'])
  expect(kept!.days[0]!.times[1]).toEqual({
    id: 'b',
    text: 'b',
    about: 'b, Monday, Taken',
    part: 'morning',
    state: 'full',
  })
  const again = keptIn([kept!], [lane(['a', 'd'])], 'Taken')
  expect(timesOf(again)).toEqual(['a free', 'b full', 'c full', 'd free'])
  expect(again[0]!.days[0]!.times[1]!.about).toBe('b, Monday, Taken')
  expect(timesOf(keptIn(again, [lane(['a', 'b', 'd'])], 'Taken'))).toEqual(['a free', 'b free', 'c full', 'd free'])
})

test('a lane whose last time is gone stays where it is, with its days', () => {
  const empty = { ...lane([]), empty: { text: 'None' } }
  const other = lane(['x'], { id: 'room' })
  const kept = keptIn([lane(['a']), other], [other, empty], 'Taken')
  expect(kept.map(({ id, empty: without }) => [id, without])).toEqual([
    ['hall', undefined],
    ['room', undefined],
  ])
  expect(timesOf(kept)).toEqual(['a full', 'x free'])
  expect(kept[1]).toBe(other)
})

test('other days and other lanes begin anew', () => {
  const days = [lane(['b'], { day: '2026-11-24' })]
  const lanes = [lane(['b'], { id: 'room' })]
  for (const next of [days, lanes]) expect(keptIn([lane(['a'])], next, 'Taken')).toBe(next)
})
