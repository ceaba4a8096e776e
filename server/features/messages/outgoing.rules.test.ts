import { expect, test } from 'vitest'
import { EmrTimeout, EmrUnavailable, InvalidEmrResponse } from '../../gateways/emr/emr.errors.ts'
import { isFinal, reasonOf } from './outgoing.rules.ts'

test('only what may change by itself is tried again', () => {
  const call = 'SendMsgToEmr'
  const errors = [
    new EmrUnavailable(call, 'circuit open'),
    new EmrTimeout(call, true),
    new InvalidEmrResponse(call, 'no number', { isWrite: true }),
    new InvalidEmrResponse(call, 'status 400', { status: 400 }),
    new InvalidEmrResponse(call, 'status 429', { status: 429 }),
    new Error('a fault of the portal'),
  ]
  expect(errors.map(reasonOf)).toEqual([
    'unreachable',
    'unconfirmed',
    'unconfirmed',
    'refused',
    'unreachable',
    undefined,
  ])
  expect((['unreachable', 'unconfirmed', 'refused', 'gone', 'ended'] as const).filter(isFinal)).toEqual([
    'refused',
    'gone',
  ])
})
