export interface Acts {
  /** Does an act that others wait for. */
  during: <T>(work: () => Promise<T>) => Promise<T>
  /** When no answer is on its way any more and what they brought is drawn. */
  settled: () => Promise<void>
}

/** The acts whose answers are on their way: each may change what the next one is about. */
export function createActs(): Acts {
  const running = new Set<Promise<unknown>>()
  return {
    during: (work) => {
      const done = work()
      running.add(done)
      return done.finally(() => running.delete(done))
    },
    settled: async () => {
      if (running.size === 0) return
      await Promise.allSettled(running)
      await new Promise((drawn) => setTimeout(drawn))
    },
  }
}
