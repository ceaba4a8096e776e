import { expect, it } from 'vitest'
import { share } from './share.ts'

it('what did not change keeps its identity', () => {
  const before = {
    title: 'Rooms',
    blocks: [
      { id: 'a', text: 'A' },
      { id: 'b', text: 'B' },
    ],
  }
  const after = share(before, {
    title: 'Rooms',
    blocks: [
      { id: 'a', text: 'A' },
      { id: 'b', text: 'changed' },
    ],
  })
  expect(after).toEqual({
    title: 'Rooms',
    blocks: [
      { id: 'a', text: 'A' },
      { id: 'b', text: 'changed' },
    ],
  })
  expect(after.blocks[0]).toBe(before.blocks[0])
  expect(share(before, structuredClone(before))).toBe(before)
})

it('a block that moved in its list is still the same', () => {
  const before = [
    { id: 'a', text: 'A' },
    { id: 'b', text: 'B' },
  ]
  const after = share(before, [
    { id: 'new', text: 'N' },
    { id: 'a', text: 'A' },
    { id: 'b', text: 'B' },
  ])
  expect(after[1]).toBe(before[0])
  expect(after[2]).toBe(before[1])
})

it('what is gone is gone', () => {
  expect(share({ a: 1, b: 2 }, { a: 1 })).toEqual({ a: 1 })
  expect(share([1, 2], [1])).toEqual([1])
})
