import { expect, test } from 'vitest'
import { readsOf } from '../../../tests/support/reads.ts'
import { secondFactorOffered } from './second-factor.rules.ts'

test('a second factor can be set up where the practice says so', () => {
  expect([true, false].map((on) => secondFactorOffered(readsOf({ Portal_Second_Factor: on })))).toEqual([true, false])
})
