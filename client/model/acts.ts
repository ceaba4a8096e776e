export interface Acts {
  /** Runs work that later actions wait for. */
  during: <T>(work: () => Promise<T>) => Promise<T>
  /** Runs work after earlier work of this kind has ended and its result is rendered. */
  inTurn: (work: () => Promise<void>) => Promise<void>
  /** Resolves when no action is pending and the resulting state is rendered. */
  settled: () => Promise<void>
  /** Whether an action is pending. */
  pending: () => boolean
}

/** Tracks pending actions: each may change the content that the next one refers to. */
export function createActs(): Acts {
  const running = new Set<Promise<unknown>>()
  let last: Promise<void> = Promise.resolve()
  return {
    inTurn: (work) => {
      last = last.then(work).then(() => new Promise((drawn) => setTimeout(drawn)))
      return last
    },
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
    pending: () => running.size > 0,
  }
}
