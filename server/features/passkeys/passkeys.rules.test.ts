import { expect, test } from 'vitest'
import { readsOf } from '../../../tests/support/reads.ts'
import { passkeysOffered } from './passkeys.rules.ts'

test('passkeys can be set up where the practice says so', () => {
  expect([true, false].map((on) => passkeysOffered(readsOf({ Portal_Passkeys: on })))).toEqual([true, false])
})
