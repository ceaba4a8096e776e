import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'

export interface Duration {
  days?: number
  hours?: number
  minutes?: number
  seconds?: number
}

/** Facts about this run besides its input. */
export interface Attempt {
  id: string
  /** The number of earlier attempts. */
  tries: number
  /** The previous attempt ended without a result, because its process was killed or lost the database. */
  wasInterrupted: boolean
}

interface JobOptions<Schema extends TSchema, Services> {
  /** Stored as JSON in the database until the job is done. Prefer ids to personal data. */
  input: Schema
  /** Counted from when the item was added. After it, an item that fails is given up. */
  keepTryingFor: Duration
  /** Pauses before the second attempt, the third and so on; the last one repeats. */
  pauses?: readonly [Duration, ...Duration[]]
  /** How many items of the job a process runs at once. */
  atATime?: number
  /** Items with the same key run one after the other, in the order in which they were added. */
  inOrder?: (input: Static<Schema>) => string
  /**
   * An item is not added while another one with the same key waits for its first attempt. Not together with `inOrder`.
   */
  oneWaiting?: (input: Static<Schema>) => string
  /** See {@link LooksAgain}. */
  looksAgain: LooksAgain<Services, Static<Schema>>
  /**
   * Throws to be retried. It may run twice: if its process is killed before the database knows that it was done. It
   * must end by itself: its lease is extended for as long as it runs.
   */
  run: (services: Services, input: Static<Schema>, attempt: Attempt) => Promise<unknown>
  /** Cleans up after an item that is given up. */
  givenUp?: (services: Services, input: Static<Schema>, cause: GivenUpCause) => Promise<unknown>
}

/** Its time is over, no attempt can succeed, or two processes in a row died while they ran it. */
export type GivenUpCause = 'late' | 'hopeless' | 'deadly'

/**
 * What a person may do can have ended while an item waited. A job that acts for a person therefore looks again before
 * each attempt; if it returns false, it has ended the work and told its writer, and the item is done. Other jobs say why
 * there is nothing to look at.
 */
type LooksAgain<Services, Input> = ((services: Services, input: Input) => Promise<boolean>) | { needless: string }

/** Work that is kept in the database until it is done or given up. */
export interface Job<Input, Services> {
  name: string
  accepts: (input: unknown) => input is Input
  key: ((input: Input) => string) | undefined
  using: (services: Services) => JobWork
}

/** A job with the services that it needs to run. */
export interface JobWork {
  kind: 'job'
  name: string
  keepTryingForMs: number
  pausesMs: readonly number[]
  atATime: number
  keyed: 'in order' | 'one waiting' | undefined
  /** Undefined if the input does not match the schema of the job; input of an earlier version may not. */
  prepare: (input: unknown) => PreparedJob | undefined
}

export interface PreparedJob {
  run: (attempt: Attempt) => Promise<unknown>
  givenUp: (cause: GivenUpCause) => Promise<unknown>
}

/** Thrown by `run` if no later attempt can succeed. Its message is logged: it gives a reason and no personal data. */
export class GiveUp extends Error {}

/** Retries soon after a short failure, and rarely after a long one. */
const usualPauses: readonly [Duration, ...Duration[]] = [
  { seconds: 5 },
  { seconds: 30 },
  { minutes: 2 },
  { minutes: 10 },
  { hours: 1 },
]

export function job<Schema extends TSchema, Services>(
  name: string,
  options: JobOptions<Schema, Services>,
): Job<Static<Schema>, Services> {
  const { input: schema, keepTryingFor, pauses = usualPauses, atATime = 4, inOrder, oneWaiting } = options
  const { looksAgain, run, givenUp } = options
  if (inOrder && oneWaiting) throw new Error(`the job ${name} has two kinds of keys`)
  const compiled = Compile(schema)
  const accepts = (input: unknown): input is Static<Schema> => compiled.Check(input)
  return {
    name,
    accepts,
    key: inOrder ?? oneWaiting,
    using: (services) => ({
      kind: 'job',
      name,
      keepTryingForMs: milliseconds(keepTryingFor),
      pausesMs: pauses.map(milliseconds),
      atATime,
      keyed: (inOrder && 'in order') ?? (oneWaiting && 'one waiting'),
      prepare: (input) =>
        accepts(input)
          ? {
              run: async (attempt) => {
                if ('needless' in looksAgain || (await looksAgain(services, input))) await run(services, input, attempt)
              },
              givenUp: async (cause) => givenUp?.(services, input, cause),
            }
          : undefined,
    }),
  }
}

interface Schedule {
  every: Duration
  /** For data that each process keeps in memory. Otherwise only one process at a time runs the job. */
  inEveryProcess?: boolean
}

interface WholeOptions<Services> extends Schedule {
  /** Errors are logged; it runs again when it is next due. */
  run: (services: Services) => Promise<unknown>
}

/** The services of a job that runs for each practice. */
interface Practices<Practice> {
  licensees: readonly Practice[]
}

interface PracticeOptions<Practice, Services extends Practices<Practice>> extends Schedule {
  /**
   * Runs for each practice by itself, a few practices at a time, or all at once in every process, and never twice at a
   * time for one. A practice that is slow or fails delays no other; its errors are logged with their number in a row,
   * ever more rarely, and it runs again when it is next due. It must end by itself, or if it waits for something to
   * happen, when `stopping` is aborted; a run that waits long would take the place of others unless it is
   * `inEveryProcess`.
   */
  perPractice: (services: Services, licensee: Practice, stopping: AbortSignal) => Promise<unknown>
}

/** A job that runs at every start and then at intervals. */
export interface Recurring<Services> {
  name: string
  using: (services: Services) => RecurringWork
}

export interface RecurringWork {
  kind: 'recurring'
  name: string
  everyMs: number
  inEveryProcess: boolean
  /** Each runs by itself: one for every practice, or one for the whole job. */
  parts: readonly RecurringPart[]
}

export interface RecurringPart {
  /** The id of the practice; undefined for the whole job. */
  licensee: string | undefined
  /** `stopping` is aborted when the process stops. */
  run: (stopping: AbortSignal) => Promise<unknown>
}

export function recurring<Practice extends { id: string }, Services extends Practices<Practice>>(
  name: string,
  options: PracticeOptions<Practice, Services>,
): Recurring<Services>
export function recurring<Services>(name: string, options: WholeOptions<Services>): Recurring<Services>
export function recurring<Practice extends { id: string }, Services extends Practices<Practice>>(
  name: string,
  options: WholeOptions<Services> | PracticeOptions<Practice, Services>,
): Recurring<Services> {
  const { every, inEveryProcess = false } = options
  const partsOf = (services: Services): RecurringPart[] =>
    'run' in options
      ? [{ licensee: undefined, run: () => options.run(services) }]
      : services.licensees.map((each) => ({
          licensee: each.id,
          run: (stopping) => options.perPractice(services, each, stopping),
        }))
  return {
    name,
    using: (services) => ({
      kind: 'recurring',
      name,
      everyMs: milliseconds(every),
      inEveryProcess,
      parts: partsOf(services),
    }),
  }
}

export type Work = JobWork | RecurringWork

export function milliseconds({ days = 0, hours = 0, minutes = 0, seconds = 0 }: Duration): number {
  return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000
}
