import type { Result } from './try-item.ts'

type Counts = Record<string, Partial<Record<Result, number>>>

export interface Tally {
  count(name: string, result: Result): void
  /** What was counted since it was taken last; undefined when nothing was. */
  take(): Counts | undefined
}

/** Counts how items of each job ended, for the log. */
export function createTally(): Tally {
  let counts: Counts = {}
  return {
    count: (name, result) => {
      const own = (counts[name] ??= {})
      own[result] = (own[result] ?? 0) + 1
    },
    take: () => {
      const taken = counts
      counts = {}
      return Object.keys(taken).length > 0 ? taken : undefined
    },
  }
}
