/** The only waits of tests; a guard refuses others (tests/guards/waits.ts). */
import { setTimeout as pause } from 'node:timers/promises'

const everyMs = 20
/** As long as the polls of tests. */
const patienceMs = 60_000

/**
 * Waits until a condition holds, and returns what it returned; for helpers. Tests use `expect.poll`. Throws an Error with
 * `what` if it does not hold in time.
 */
export async function until<T>(
  what: string,
  holds: () => T | undefined | false | Promise<T | undefined | false>,
  withinMs = patienceMs,
): Promise<T> {
  // Counted in pauses, because tests may replace the clock, and a busy machine gives more time so.
  for (let waitedMs = 0; waitedMs <= withinMs; waitedMs += everyMs) {
    const result = await holds()
    if (result !== undefined && result !== false) return result
    await pause(everyMs)
  }
  throw new Error(`It was waited ${withinMs / 1000} s in vain until ${what}.`)
}

/**
 * Lets time pass. Only for the proof that something does not happen meanwhile, and for work that has to take a while: no
 * expectation may need it to be long enough. `what` says which of both it is.
 */
export async function letPass(ms: number, what: string): Promise<void> {
  if (what === '') throw new Error('say what passes meanwhile')
  await pause(ms)
}
