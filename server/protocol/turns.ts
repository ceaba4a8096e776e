import pLimit, { type LimitFunction } from 'p-limit'

/** How many files are made for a person at once (security.md, Limits). */
export const filesAtOnce = 2

/** Runs at most a few tasks with the same key at once, within this process; others wait in their order. */
export interface Turns {
  run<T>(key: string, task: () => Promise<T>): Promise<T>
}

export function openTurns(atOnce: number): Turns {
  const limits = new Map<string, LimitFunction>()
  return {
    run: async (key, task) => {
      const limit = limits.get(key) ?? pLimit(atOnce)
      limits.set(key, limit)
      try {
        return await limit(task)
      } finally {
        if (limit.activeCount + limit.pendingCount === 0) limits.delete(key)
      }
    },
  }
}
