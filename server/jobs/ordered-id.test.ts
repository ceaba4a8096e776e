import { expect, test } from 'vitest'
import { createOrderedIds } from './ordered-id.ts'

test('ids sort in the order in which they were made, whatever the clock does', () => {
  const times = [5000, 5000, 7000, 6000, ...Array.from({ length: 9000 }, () => 7000), 8000]
  let read = 0
  const newId = createOrderedIds(() => times[read++]!)
  const ids = times.map(() => newId())
  expect([...ids].sort()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})
