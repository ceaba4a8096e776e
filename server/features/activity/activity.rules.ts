import { addDays, calendarDay, startOfDay } from '../../protocol/time-words.ts'

export const logSizes: readonly number[] = [10, 20, 50]

/** The query parameters, parsed. Days are `yyyy-MM-dd` in the practice's zone. */
export interface LogQuery {
  from: string
  to: string
  /** The first page is 1. */
  page: number
  size: number
}

/** Returns what is wrong with the typed days; undefined when they are valid. */
export function daysFault({ from, to, today }: { from: string; to: string; today: string }) {
  if (from > today) return { pointer: '/from', code: 'activity.fromFuture' }
  if (to > today) return { pointer: '/to', code: 'activity.toFuture' }
  return from > to ? { pointer: '/from', code: 'activity.order' } : undefined
}

/** Returns undefined when the query has no two valid days. */
export function logQueryOf(
  query: { from?: string; to?: string; page?: string; size?: string },
  today: string,
): LogQuery | undefined {
  const from = calendarDay(query.from)
  const to = calendarDay(query.to)
  if (!from || !to || daysFault({ from, to, today })) return undefined
  const page = Number(query.page)
  const size = Number(query.size)
  return {
    from,
    to,
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
    size: logSizes.includes(size) ? size : (logSizes[0] ?? 10),
  }
}

/** Returns the first instant of the days, and the first one after them. */
export function spanOf({ from, to }: LogQuery, timeZone: string): { from: Date; until: Date } {
  return { from: startOfDay(from, timeZone), until: startOfDay(addDays(to, 1), timeZone) }
}

/** Returns the number of the last page, for a query beyond it. */
export function lastPageOf(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size))
}

/** Actions that the portal records by itself, without a person acting. */
const silent = new Set(['action:account.stay'])

export function eventsShown(words: ReadonlyMap<string, string>): string[] {
  return [...words.keys()].filter((event) => !silent.has(event))
}
