import { expect, test } from 'vitest'
import { readsOf } from '../../../tests/support/reads.ts'
import type { Principal } from '../../protocol/principal.ts'
import { secondFactorOffered, staffNeedsIt } from './second-factor.rules.ts'

test('a second factor can be set up where the practice says so', () => {
  expect([true, false].map((on) => secondFactorOffered(readsOf({ Portal_Second_Factor: on })))).toEqual([true, false])
})

test('the staff can set one up, and has to, where the practice wants that of them', () => {
  const somebody = { accountId: 1, login: 'ann', firstName: 'Ann', lastName: 'Bell' }
  const admin: Principal = { ...somebody, kind: 'admin', roles: ['owner'] }
  const patient = { id: '7', emrId: 'e7', firstName: 'Ann', lastName: 'Bell' }
  const reads = (principal: Principal, on: boolean) => ({
    ...readsOf({ Portal_Second_Factor: false, Staff_Second_Factor: on }),
    principal,
  })
  for (const on of [true, false]) {
    expect([staffNeedsIt(reads(admin, on)), secondFactorOffered(reads(admin, on))]).toEqual([on, on])
    const other = reads({ ...somebody, kind: 'patient', patient }, on)
    expect([staffNeedsIt(other), secondFactorOffered(other)]).toEqual([false, false])
  }
})
