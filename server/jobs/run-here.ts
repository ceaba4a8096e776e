import { logFailure } from './log-failure.ts'
import type { RecurringPart, RecurringWork } from './job.ts'
import type { JobsLog } from './jobs.ts'

export interface HereRuns {
  /** Runs all parts, or that of a practice. False if no such job runs in every process. */
  request(name: string, licensee?: string): boolean
  start(work: readonly RecurringWork[]): () => Promise<void>
}

interface Runner {
  licensee: string | undefined
  request: () => void
  stop: () => Promise<unknown>
}

/** Recurring jobs that each process runs for itself: at once and then at intervals, no part twice at a time. */
export function runHere(log: Pick<JobsLog, 'error'>): HereRuns {
  const runners = new Map<string, Runner[]>()
  return {
    request: (name, licensee) => {
      const all = runners.get(name)
      for (const each of all ?? []) if (licensee === undefined || each.licensee === licensee) each.request()
      return all !== undefined
    },
    start: (all) => {
      for (const work of all)
        runners.set(
          work.name,
          work.parts.map((part) => startPart(log, work, part)),
        )
      return async () => {
        const started = [...runners.values()].flat()
        runners.clear()
        await Promise.all(started.map(({ stop }) => stop()))
      }
    },
  }
}

function startPart(
  log: Pick<JobsLog, 'error'>,
  { name, everyMs }: RecurringWork,
  { licensee, run }: RecurringPart,
): Runner {
  let running: Promise<unknown> = Promise.resolve()
  let isWaiting = false
  const stopping = new AbortController()
  const { signal } = stopping
  let failures = 0
  const runOnce = async () => {
    isWaiting = false
    if (signal.aborted) return
    try {
      await run(signal)
      failures = 0
    } catch (error) {
      if (signal.aborted) return // it was ended
      failures += 1
      logFailure(log, { job: name, licensee, failures, error })
    }
  }
  const request = () => {
    if (isWaiting) return // the waiting run starts after the running one and covers every request since
    isWaiting = true
    running = running.then(runOnce)
  }
  request()
  const timer = setInterval(request, everyMs).unref()
  const stop = () => {
    stopping.abort()
    clearInterval(timer)
    return running
  }
  return { licensee, request, stop }
}
