import { faultOf } from './fault-of.ts'
import type { JobsLog } from './jobs.ts'

interface RecurringFailure {
  job: string
  /** The id of the practice; undefined for the whole job. */
  licensee: string | undefined
  /** The number of failures in a row, with this one. */
  failures: number
  error: unknown
}

/**
 * Logs a failure of recurring work, without data of people: the first in a row, the second, the fourth, the eighth and so
 * on. A practice whose system is down for a day does not fill the log every few seconds.
 */
export function logFailure(log: Pick<JobsLog, 'error'>, { error, ...failure }: RecurringFailure): void {
  if (Number.isInteger(Math.log2(failure.failures)))
    log.error({ ...failure, ...faultOf(error) }, 'recurring work failed')
}
