import { faultOf } from './fault-of.ts'
import type { RecurringWork } from './job.ts'
import type { JobsLog } from './jobs.ts'

export interface HereRuns {
  /** False if no such job runs in every process. */
  request(name: string): boolean
  start(work: readonly RecurringWork[]): () => Promise<void>
}

/** Recurring jobs that each process runs for itself: at once and then at intervals, never twice at a time. */
export function runHere(log: Pick<JobsLog, 'error'>): HereRuns {
  const requests = new Map<string, () => void>()
  return {
    request: (name) => {
      const run = requests.get(name)
      run?.()
      return run !== undefined
    },
    start: (all) => {
      const stops = all.map(({ name, everyMs, run }) => {
        let running: Promise<unknown> = Promise.resolve()
        let isWaiting = false
        const request = () => {
          if (isWaiting) return // the waiting run starts after the running one and covers every request since
          isWaiting = true
          running = running
            .then(() => {
              isWaiting = false
              return run()
            })
            .catch((error: unknown) => log.error({ job: name, ...faultOf(error) }, 'recurring work failed'))
        }
        requests.set(name, request)
        request()
        const timer = setInterval(request, everyMs).unref()
        return async () => {
          requests.delete(name)
          clearInterval(timer)
          await running
        }
      })
      return async () => {
        await Promise.all(stops.map((stop) => stop()))
      }
    },
  }
}
