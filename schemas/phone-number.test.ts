import { expect, it } from 'vitest'
import { tenDigitsOf } from './phone-number.ts'

it.each(['2125550140', '+1 (212) 555-0140', '12125550140', '1-212-555-0140', '212.555.0140', '(212) 555-0140'])(
  '%j is a number of ten digits',
  (written) => {
    expect(tenDigitsOf(written)).toBe('2125550140')
  },
)

it.each(['212-555-0144 x12', '212-555-014 x4', '+44 20 7946 0958', '555-0140', '22125550140', 'unknown', ''])(
  '%j is none, and is never cut to one',
  (written) => {
    expect(tenDigitsOf(written)).toBeUndefined()
  },
)
