import type { Result } from './try-item.ts'

type Counts = Record<string, Partial<Record<Result, number>>>

export interface Tally {
  count(name: string, result: Result): void
  /** Returns the counts since the last call; undefined if there are none. */
  take(): Counts | undefined
}

/** Counts the results of items by job, for the log. */
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
