import { expect, test } from 'vitest'
import { createBreaker } from './circuit-breaker.ts'

function breakerAt() {
  const clock = { now: 0 }
  return { clock, breaker: createBreaker({ failures: 3, restMs: 1000, now: () => clock.now }) }
}

test('the circuit opens after that many failures in a row, not before', () => {
  const { breaker } = breakerAt()
  breaker.failed()
  breaker.failed()
  breaker.succeeded()
  breaker.failed()
  breaker.failed()
  expect(breaker.admits()).toBe(true)
  breaker.failed()
  expect(breaker.admits()).toBe(false)
})

test('after its rest one call is let through, and its success closes the circuit', () => {
  const { breaker, clock } = breakerAt()
  for (let count = 0; count < 3; count++) breaker.failed()
  clock.now = 999
  expect(breaker.admits()).toBe(false)
  clock.now = 1000
  expect([breaker.admits(), breaker.admits()]).toEqual([true, false])
  breaker.succeeded()
  expect([breaker.admits(), breaker.admits()]).toEqual([true, true])
})

test('the rest ends when the clock was set back', () => {
  const { breaker, clock } = breakerAt()
  clock.now = 5 * 3_600_000
  for (let count = 0; count < 3; count++) breaker.failed()
  expect(breaker.admits()).toBe(false)
  clock.now = 0
  expect([breaker.admits(), breaker.admits()]).toEqual([true, false])
})

test('a failed try begins the rest anew', () => {
  const { breaker, clock } = breakerAt()
  for (let count = 0; count < 3; count++) breaker.failed()
  clock.now = 1000
  expect(breaker.admits()).toBe(true)
  breaker.failed()
  clock.now = 1999
  expect(breaker.admits()).toBe(false)
  clock.now = 2000
  expect(breaker.admits()).toBe(true)
})
