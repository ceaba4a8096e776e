import { pageRequestOf, type PageQuery, type PageRequest } from '../../protocol/paging.ts'
import { addDays, calendarDay, startOfDay } from '../../protocol/time-words.ts'

const logSizes: readonly number[] = [10, 20, 50]

/** The query parameters, parsed. Days are `yyyy-MM-dd` in the practice's zone. */
export interface LogQuery extends PageRequest {
  from: string
  to: string
}

/** Returns what is wrong with the typed days; undefined when they are valid. */
export function daysFault({ from, to, today }: { from: string; to: string; today: string }) {
  if (from > today) return { pointer: '/from', code: 'activity.fromFuture' }
  if (to > today) return { pointer: '/to', code: 'activity.toFuture' }
  return from > to ? { pointer: '/from', code: 'activity.order' } : undefined
}

/** How many days the log shows before any are chosen, with the current one. */
const daysAtFirst = 30

/** Returns undefined when the query has days that are no two valid ones; without any, the last thirty. */
export function logQueryOf(query: PageQuery & { from?: string; to?: string }, today: string): LogQuery | undefined {
  const isOpened = query.from === undefined && query.to === undefined
  const from = isOpened ? addDays(today, 1 - daysAtFirst) : calendarDay(query.from)
  const to = isOpened ? today : calendarDay(query.to)
  if (!from || !to || daysFault({ from, to, today })) return undefined
  return { from, to, ...pageRequestOf(query, logSizes) }
}

/** Returns the first instant of the days, and the first one after them. */
export function spanOf({ from, to }: Pick<LogQuery, 'from' | 'to'>, timeZone: string): { from: Date; until: Date } {
  return { from: startOfDay(from, timeZone), until: startOfDay(addDays(to, 1), timeZone) }
}
