import { expect, test } from 'vitest'
import { leftOut, shapeOf } from '../support/statements.ts'

test('a statement has one shape for any number of values', () => {
  const shapes = [
    'select 1 from a where b in ($1, $2, $3)',
    'select 1 from a\n  where b in ($1)',
    'select 1 from a where b in ($12, $13)',
  ].map(shapeOf)
  expect(new Set(shapes)).toEqual(new Set(['select 1 from a where b in (?)']))
  expect(shapeOf('insert into a values ($1, $2), ($3, $4)')).toBe('insert into a values (?)')
})

test('what no tagged file runs is left out', () => {
  const notes = 'a.test.ts\tselect 1\nb.test.ts\tselect 1\nb.test.ts\tselect 2\nc.test.ts\tselect 2\n'
  expect(leftOut(notes, new Set(['a.test.ts']))).toEqual(new Map([['select 2', ['b.test.ts', 'c.test.ts']]]))
})
