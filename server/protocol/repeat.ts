export interface Repeated {
  /** Does it now, or right after what is being done. */
  soon(): void
  /** Begins nothing more and waits for what is being done. */
  stop(): Promise<void>
}

interface Work {
  everyMs: number
  run: () => Promise<unknown>
  failed: (error: unknown) => void
}

/** Work beside requests: done at once, then again and again, never twice at a time; one failure does not end it. */
export function repeat({ everyMs, run, failed }: Work): Repeated {
  let running: Promise<unknown> = Promise.resolve()
  const soon = () => void (running = running.then(run).catch(failed))
  soon()
  const timer = setInterval(soon, everyMs).unref()
  return {
    soon,
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}
