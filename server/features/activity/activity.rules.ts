import { addDays, calendarDay, startOfDay } from '../../protocol/time-words.ts'

export const logSizes: readonly number[] = [10, 20, 50]

/** What the address asks for. Days are `yyyy-MM-dd` in the practice's zone. */
export interface LogWish {
  from: string
  to: string
  /** First page is 1. */
  page: number
  size: number
}

/** What is wrong with the days that somebody typed. */
export function daysFault({ from, to, today }: { from: string; to: string; today: string }) {
  if (from > today) return { pointer: '/from', code: 'activity.fromFuture' }
  if (to > today) return { pointer: '/to', code: 'activity.toFuture' }
  return from > to ? { pointer: '/from', code: 'activity.order' } : undefined
}

/** Undefined when the address names no two days that can be: then nothing was asked for. */
export function wishIn(
  query: { from?: string; to?: string; page?: string; size?: string },
  today: string,
): LogWish | undefined {
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

/** First instant, and the first one after. */
export function spanOf({ from, to }: LogWish, timeZone: string): { from: Date; until: Date } {
  return { from: startOfDay(from, timeZone), until: startOfDay(addDays(to, 1), timeZone) }
}

/** The last page there is, for an address that points behind it. */
export function lastPageOf(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size))
}

/** What the portal notes by itself, without anybody having done something. */
const silent = new Set(['action:account.stay'])

export function eventsShown(words: ReadonlyMap<string, string>): string[] {
  return [...words.keys()].filter((event) => !silent.has(event))
}
