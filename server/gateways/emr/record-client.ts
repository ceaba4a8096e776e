import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'undici'
import { createAttempts } from './attempts.ts'
import { createBreaker } from './circuit-breaker.ts'
import type { Content } from './exchange.ts'
import { fetchFile, fileCall } from './fetch-file.ts'
import { EmrError, EmrNonsense, EmrTimeout, EmrUnavailable } from './emr.errors.ts'

type CallOutcome = 'ok' | 'absent' | 'unavailable' | 'timeout' | 'nonsense'

/** One call, for a log: nothing in it is about a person. */
export interface CallRecord {
  call: string
  ms: number
  outcome: CallOutcome
}

/** A compiled schema. */
interface AnswerSchema<T> {
  Check(value: unknown): value is T
}

interface Read<T> {
  /** The path without what follows the name of the call, such as `Provider/GetAllProviders`. */
  call: string
  /** The rest of the path, with a query if any. */
  rest?: string
  answer: AnswerSchema<T>
}

interface Write<T> extends Read<T> {
  /** GET where the record server changes something by it: once, like every write. */
  method: 'GET' | 'POST' | 'DELETE'
  body?: Record<string, unknown>
  /** Instead of a body, one that is made while it is sent. */
  content?: Content
  headers?: Record<string, string>
  /** For a call that takes longer than others. */
  timeoutMs?: number
}

export interface RecordClient {
  read<T>(read: Read<T>): Promise<T>
  /** As read, but 404 answers undefined. */
  find<T>(read: Read<T>): Promise<T | undefined>
  write<T>(write: Write<T>): Promise<T>
  /** As write, but 404 answers undefined: there is nothing to write to. */
  writeTo<T>(write: Write<T>): Promise<T | undefined>
  /** A file beside the calls, by its path there; undefined when there is none or it is longer than `mostBytes`. */
  file(path: string, mostBytes: number): Promise<Buffer | undefined>
  close(): Promise<void>
}

export interface ClientOptions {
  /** Ends in `/api/`. */
  baseUrl: string
  /** For a whole call, its second try included. */
  timeoutMs: number
  /** About how long a read waits before its second try. */
  retryPauseMs: number
  connections: number
  failures?: number
  restMs?: number
  now: () => number
  random: () => number
  onCall?: (record: CallRecord) => void
}

const fileConnections = 4

/** Speaks HTTP with one record server: limits, second tries, circuit, and a check of every answer. */
export function createRecordClient(options: ClientOptions): RecordClient {
  const { timeoutMs, retryPauseMs, connections, random } = options
  const noted = notedFor(options)
  const base = new URL(options.baseUrl)
  const limits = {
    connect: { timeout: timeoutMs },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxResponseSize: 32 * 1024 * 1024,
  }
  const pool = new Pool(base.origin, { ...limits, connections })
  // Files that hang hold connections of their own: no call waits behind them.
  const filePool = new Pool(base.origin, { ...limits, connections: fileConnections })
  const attempts = createAttempts({
    pool,
    basePath: base.pathname,
    breaker: createBreaker(options),
    pause: () => pause(retryPauseMs * (0.5 + random())),
  })

  async function answerTo<T>(request: Read<T> | Write<T>): Promise<T | undefined> {
    const isWrite = 'method' in request
    const signal = AbortSignal.timeout((isWrite && request.timeoutMs) || timeoutMs)
    const answer = await (isWrite ? attempts.once(request, signal) : attempts.twice(request, signal))
    if (!answer.isFound) return undefined
    if (!request.answer.Check(answer.value)) throw new EmrNonsense(request.call, 'of another shape', { isWrite })
    return answer.value
  }

  const ask = <T>(request: Read<T> | Write<T>) => noted(request.call, () => answerTo(request))

  async function insist<T>(request: Read<T> | Write<T>): Promise<T> {
    const value = await ask(request)
    if (value === undefined) throw new EmrNonsense(request.call, 'status 404')
    return value
  }

  const file = (path: string, mostBytes: number) =>
    noted(fileCall, () =>
      fetchFile(filePool, {
        path: base.pathname.replace(/\/api\/$/, path),
        signal: AbortSignal.timeout(timeoutMs),
        mostBytes,
      }),
    )

  const close = async () => void (await Promise.all([pool.destroy(), filePool.destroy()]))
  return { read: insist, write: insist, find: ask, writeTo: ask, file, close }
}

/** Runs a call and tells how it ended. */
function notedFor({ now, onCall }: Pick<ClientOptions, 'now' | 'onCall'>) {
  return async <T>(call: string, run: () => Promise<T | undefined>): Promise<T | undefined> => {
    const began = now()
    const note = (outcome: CallOutcome) => onCall?.({ call, ms: now() - began, outcome })
    try {
      const value = await run()
      note(value === undefined ? 'absent' : 'ok')
      return value
    } catch (error) {
      note(outcomeOf(error))
      throw error
    }
  }
}

function outcomeOf(error: unknown): CallOutcome {
  if (!(error instanceof EmrError) || error instanceof EmrUnavailable) return 'unavailable'
  return error instanceof EmrTimeout ? 'timeout' : 'nonsense'
}
