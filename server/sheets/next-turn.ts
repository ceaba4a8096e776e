import { setImmediate } from 'node:timers/promises'

/** Lets other requests run: a long sheet takes too long for one turn. */
export function nextTurn(): Promise<void> {
  return setImmediate()
}
