import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'

export interface Duration {
  days?: number
  hours?: number
  minutes?: number
  seconds?: number
}

/** What `run` may want to know besides its input. */
export interface Attempt {
  id: string
  /** How often it was tried before. */
  tries: number
  /** The try before this one ended without a result, because its process was killed or lost the database. */
  wasInterrupted: boolean
}

interface JobOptions<Schema extends TSchema, Services> {
  /** Stored as JSON in the database until the job is done. Ids are better than the words of people. */
  input: Schema
  /** Counted from when it was added. Past it, a job that has failed is given up. */
  keepTryingFor: Duration
  /** Before the second try, the third and so on; the last of them repeats. */
  pauses?: readonly [Duration, ...Duration[]]
  /** How many of its items a process runs at once. */
  atATime?: number
  /** Items with the same key run in the order in which they were added, one after the other. */
  inOrder?: (input: Static<Schema>) => string
  /** An item is not added while another one with the same key waits for its first try. Not together with `inOrder`. */
  oneWaiting?: (input: Static<Schema>) => string
  /**
   * Throws to be tried again. It may run twice: when its process is killed before the database knows that it was done. It
   * ends by itself: its lease is extended for as long as it runs.
   */
  run: (services: Services, input: Static<Schema>, attempt: Attempt) => Promise<unknown>
  /** Clears up after an item that is given up. */
  givenUp?: (services: Services, input: Static<Schema>) => Promise<unknown>
}

/** Work that is kept in the database until it is done or given up. */
export interface Job<Input, Services> {
  name: string
  accepts: (input: unknown) => input is Input
  key: ((input: Input) => string) | undefined
  using: (services: Services) => JobWork
}

/** A job with what it needs to run. */
export interface JobWork {
  kind: 'job'
  name: string
  keepTryingForMs: number
  pausesMs: readonly number[]
  atATime: number
  keyed: 'in order' | 'one waiting' | undefined
  /** Undefined when the input is not what the job accepts, as one from an earlier version may be. */
  prepare: (input: unknown) => PreparedJob | undefined
}

export interface PreparedJob {
  run: (attempt: Attempt) => Promise<unknown>
  givenUp: () => Promise<unknown>
}

/** Thrown by `run` when no later try can succeed. Its message goes into the log: it names a reason, and nobody. */
export class GiveUp extends Error {}

/** A server that is down for a moment is found again soon; one that is down for a day is not asked all day. */
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
  const { run, givenUp } = options
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
              run: (attempt) => run(services, input, attempt),
              givenUp: async () => givenUp?.(services, input),
            }
          : undefined,
    }),
  }
}

interface RecurringOptions<Services> {
  every: Duration
  /** For what each process keeps in its memory. Otherwise one process at a time runs it, for all of them. */
  inEveryProcess?: boolean
  /** What it throws is logged; it runs again when it is due. */
  run: (services: Services) => Promise<unknown>
}

/** Work that is done at every start and then again and again. */
export interface Recurring<Services> {
  name: string
  using: (services: Services) => RecurringWork
}

export interface RecurringWork {
  kind: 'recurring'
  name: string
  everyMs: number
  inEveryProcess: boolean
  run: () => Promise<unknown>
}

export function recurring<Services>(
  name: string,
  { every, inEveryProcess = false, run }: RecurringOptions<Services>,
): Recurring<Services> {
  return {
    name,
    using: (services) => ({
      kind: 'recurring',
      name,
      everyMs: milliseconds(every),
      inEveryProcess,
      run: () => run(services),
    }),
  }
}

export type Work = JobWork | RecurringWork

export function milliseconds({ days = 0, hours = 0, minutes = 0, seconds = 0 }: Duration): number {
  return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000
}
