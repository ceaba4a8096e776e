import type { Context } from '../protocol/context.ts'
import { dayOf } from '../protocol/time-words.ts'

/** Returns the current day at the practice, `yyyy-MM-dd`. */
export function todayAt({ now, licensee }: Pick<Context, 'now'> & { licensee: { timeZone: string } }): string {
  return dayOf(now(), licensee.timeZone)
}
