import { setImmediate, setTimeout as wait } from 'node:timers/promises'

/** In milliseconds: a sheet rests more than it works. */
const workMs = 2
const restMs = 3

let restedAt = performance.now()

/**
 * Lets other requests run: a long sheet takes too long for one turn. A rest every few milliseconds, because a request
 * takes many turns itself, and would wait for a piece of the sheet before each of them.
 */
export async function nextTurn(): Promise<void> {
  if (performance.now() - restedAt < workMs) return setImmediate()
  await wait(restMs)
  restedAt = performance.now()
}
