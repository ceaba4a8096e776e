import type { Db } from '../db/open.ts'
import type { Duration, Job, Recurring, Work } from './job.ts'

/** Work beside the requests: items that are kept in the database until they are done, and work that recurs. */
export interface Jobs {
  /**
   * Adds an item in the caller's transaction. It starts at once when that is committed, in this process or in another
   * one within about a second; after a rollback there is none. Throws when the job does not accept the input.
   */
  add<Input>(db: Db, job: AddedJob<Input>, input: Input): Promise<void>
  /** The same, but its first try waits. */
  addLater<Input>(db: Db, job: AddedJob<Input>, later: { input: Input; after: Duration }): Promise<void>
  /** Runs recurring work now, besides its schedule; once more when it runs already. */
  soon(work: Pick<Recurring<never>, 'name'>): void
  /** Looks for what is due now, rather than within a second. */
  wake(): void
  counts(): Promise<JobCounts[]>
  /** What waits, runs and was given up within the last month, without its input; at most a few hundred. */
  list(): Promise<JobItem[]>
  /** Once, before anything is added. Returns the stop, which begins nothing more and waits for what runs. */
  start(work: readonly Work[]): Promise<() => Promise<void>>
}

export type AddedJob<Input> = Pick<Job<Input, never>, 'name' | 'accepts' | 'key'>

export interface JobCounts {
  name: string
  waiting: number
  active: number
  givenUp: number
}

export interface JobItem {
  name: string
  id: string
  state: 'waiting' | 'active' | 'given up'
  /** How often it was tried, counting the try that runs. */
  tries: number
  addedAt: Date
  /** Of one that waits. */
  nextTryAt: Date | undefined
  /** Of one that was given up. */
  givenUpAt: Date | undefined
}

/** Never with the input of a job or the message of an error: either may hold words of a person. */
export interface JobsLog {
  info(about: object, message: string): void
  warn(about: object, message: string): void
  error(about: object, message: string): void
}
