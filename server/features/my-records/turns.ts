/** Runs work after all earlier work of the same key has ended. */
export type InTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>

export function createTurns(): InTurn {
  const lastOf = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const done = (lastOf.get(key) ?? Promise.resolve()).then(work)
    const ended = done.catch(() => {})
    lastOf.set(key, ended)
    try {
      return await done
    } finally {
      if (lastOf.get(key) === ended) lastOf.delete(key)
    }
  }
}
