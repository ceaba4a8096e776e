import pLimit, { type LimitFunction } from 'p-limit'

/** How many files are made for a person at once (security.md, Limits). */
export const filesAtOnce = 2

/** Of the calls that background work makes for one practice. */
const callsAtOnce = 4

/**
 * Runs a function for each item, a few at once, and returns the results in their order. After an error nothing more
 * begins; it rejects with the first one when all that had begun has ended.
 */
export async function fewAtOnce<Item, Result>(
  items: readonly Item[],
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const limit = pLimit(callsAtOnce)
  let failure: { error: unknown } | undefined
  const runNext = async (item: Item) => {
    if (failure) return undefined
    try {
      return await run(item)
    } catch (error) {
      failure ??= { error }
      return undefined
    }
  }
  const results = await Promise.all(items.map((item) => limit(() => runNext(item))))
  if (failure) throw failure.error
  return results as Result[] // without a failure there is one for each item
}

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
