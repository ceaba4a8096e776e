import { describe, expect, it } from 'vitest'
import type { Condition } from './condition.ts'
import { holds } from './holds.ts'

const value = { type: 'other', count: 3, sum: '312.45', exponent: '1e3', empty: null, deep: { name: 'x' }, 'a/b': true }

describe('a condition', () => {
  it.each<[Condition, boolean]>([
    [{ path: '/type', eq: 'other' }, true],
    [{ path: '/type', ne: 'other' }, false],
    [{ path: '/type', in: ['one', 'other'] }, true],
    [{ path: '/type', nin: ['one', 'other'] }, false],
    [{ path: '/missing', exists: false }, true],
    [{ path: '/missing', ne: 'other' }, true],
    [{ path: '/empty', exists: true }, true],
    [{ path: '/count', gt: 2, lt: 4 }, true],
    [{ path: '/count', gt: 3 }, false],
    [{ path: '/type', gt: 1 }, false],
    [{ path: '/count', least: 3, most: 3 }, true],
    [{ path: '/count', most: 2 }, false],
    [{ path: '/sum', least: 312.45, most: 312.45 }, true],
    [{ path: '/sum', least: 312.46 }, false],
    [{ path: '/sum', most: 312.44 }, false],
    [{ path: '/type', most: 9 }, false],
    [{ path: '/exponent', least: 1 }, false],
    [{ path: '/missing', most: 9 }, false],
    [{ path: '/type', minLength: 5 }, true],
    [{ path: '/type', minLength: 6 }, false],
    [{ path: '/count', minLength: 1 }, false],
    [{ path: '/missing', minLength: 1 }, false],
    [{ path: '/type', matches: '^o\\p{L}+$' }, true],
    [{ path: '/type', matches: '^\\d+$' }, false],
    [{ path: '/count', matches: '3' }, false],
    [{ path: '/deep/name', eq: 'x' }, true],
    [{ path: '/a~1b', eq: true }, true],
    [{ path: '/constructor', exists: true }, false],
    [
      {
        and: [
          { path: '/type', eq: 'other' },
          { path: '/count', eq: 3 },
        ],
      },
      true,
    ],
    [
      {
        or: [
          { path: '/type', eq: 'one' },
          { path: '/count', eq: 4 },
        ],
      },
      false,
    ],
    [{ not: { path: '/type', eq: 'one' } }, true],
    [{ and: [] }, true],
    [{ or: [] }, false],
  ])('%j holds: %s', (condition, expected) => {
    expect(holds(condition, value)).toBe(expected)
  })
})
