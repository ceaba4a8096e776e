import { expect, it } from 'vitest'
import { EmrTimeout, EmrUnavailable, InvalidEmrResponse, isRefusal } from './emr.errors.ts'

it('a refusal is a 4xx that no repetition changes, and no other failure', () => {
  const withStatus = (status: number) => new InvalidEmrResponse('Book', 'no', { status })
  expect([400, 403, 404, 409, 422].map((status) => isRefusal(withStatus(status)))).toEqual(Array(5).fill(true))
  expect([302, 408, 425, 429].map((status) => isRefusal(withStatus(status)))).toEqual(Array(4).fill(false))
  const others = [
    new InvalidEmrResponse('Book', 'not JSON'),
    new EmrTimeout('Book', true),
    new EmrUnavailable('Book', 'x'),
  ]
  expect([...others, new Error('x'), undefined].map(isRefusal)).toEqual(Array(5).fill(false))
})
