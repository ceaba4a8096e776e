import type { Db } from '../db/open.ts'
import type { Duration, Job, Recurring, Work } from './job.ts'

/** Background work: items that are kept in the database until they are done, and recurring jobs. */
export interface Jobs {
  /**
   * Adds an item in the caller's transaction. It starts right after the commit, in this process or within about a
   * second in another one; a rollback removes it. Throws if the job does not accept the input.
   */
  add<Input>(db: Db, job: AddedJob<Input>, input: Input): Promise<void>
  /** Like `add`, but the first attempt waits. */
  addLater<Input>(db: Db, job: AddedJob<Input>, later: { input: Input; after: Duration }): Promise<void>
  /**
   * Runs a recurring job now, besides its schedule; once more if it is running. With the id of a practice, only for
   * this one.
   */
  soon(work: Pick<Recurring<never>, 'name'>, licenseeId?: string): void
  /** Checks for due items now, rather than within a second. */
  wake(): void
  counts(): Promise<JobCounts[]>
  /**
   * Returns items that wait, run or were given up within the last month, without their input; at most a few hundred.
   */
  list(): Promise<JobItem[]>
  /**
   * Call once, before anything is added. Returns the stop function, which starts nothing more and waits for running
   * items.
   */
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
  /** The number of attempts, including a running one. */
  tries: number
  addedAt: Date
  /** Set for a waiting item. */
  nextTryAt: Date | undefined
  /** Set for an item that was given up. */
  givenUpAt: Date | undefined
}

/** Never gets the input of a job or the message of an error: either may contain personal data. */
export interface JobsLog {
  info(about: object, message: string): void
  warn(about: object, message: string): void
  error(about: object, message: string): void
}
