import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { Pool, type Dispatcher } from 'undici'
import { createAttempts } from './attempts.ts'
import { createBreaker } from './circuit-breaker.ts'
import type { Content } from './exchange.ts'
import { fetchFile, fileCall, openFile } from './fetch-file.ts'
import { checkedPdf, mostPdfBytes } from './pdf-file.ts'
import { EmrError, InvalidEmrResponse, EmrTimeout, EmrUnavailable } from './emr.errors.ts'

type CallOutcome = 'ok' | 'absent' | 'unavailable' | 'timeout' | 'nonsense'

/** The log entry of one call: it contains nothing about a person. */
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
  /** The fixed part of the path, such as `Provider/GetAllProviders`; it names the call. */
  call: string
  /** The rest of the path, with its query if any. */
  rest?: string
  /** Sent as POST although it changes nothing; tried twice, like every read. */
  byPost?: true
  answer: AnswerSchema<T>
}

interface Write<T> extends Read<T> {
  /** GET if the record server changes something on it; sent once, like every write. */
  method: 'GET' | 'POST' | 'DELETE'
  body?: Record<string, unknown>
  /** Replaces `body`; generated while it is sent. */
  content?: Content
  headers?: Record<string, string>
  /** For a call that takes longer than others. */
  timeoutMs?: number
}

export interface RecordClient {
  read<T>(read: Read<T>): Promise<T>
  /** Like `read`, but returns undefined for 404. */
  find<T>(read: Read<T>): Promise<T | undefined>
  write<T>(write: Write<T>): Promise<T>
  /** Like `write`, but returns undefined for 404: there is no record to write to. */
  writeTo<T>(write: Write<T>): Promise<T | undefined>
  /** Returns a file by its path at the record server; undefined if it is missing or longer than `mostBytes`. */
  file(path: string, mostBytes: number): Promise<Buffer | undefined>
  /**
   * Returns a PDF as it arrives; undefined if it is missing. The time limit is for its beginning and for each pause: a
   * phone may take long. Destroy it if it is not read.
   */
  pdf(path: string): Promise<Readable | undefined>
  close(): Promise<void>
}

export interface ClientOptions {
  /** Ends in `/api/`. */
  baseUrl: string
  /** The bearer token of the practice, sent with every call and file; default none. */
  token?: string
  /** The limit for a whole call, including its second attempt. */
  timeoutMs: number
  /** Approximate pause before the second attempt of a read. */
  retryPauseMs: number
  connections: number
  failures?: number
  restMs?: number
  now: () => number
  random: () => number
  onCall?: (record: CallRecord) => void
}

const fileConnections = 4
/** Each is taken for as long as a person downloads. */
const pdfConnections = 32

/** The HTTP client of one record server: limits, retries, circuit breaker, and a check of every response. */
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
  const pool = signed(new Pool(base.origin, { ...limits, connections }), options.token)
  // Files that hang use connections of their own, so that no call waits for them.
  const filePool = signed(new Pool(base.origin, { ...limits, connections: fileConnections }), options.token)
  const pdfPool = signed(
    new Pool(base.origin, { ...limits, maxResponseSize: mostPdfBytes + 1024, connections: pdfConnections }),
    options.token,
  )
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
    if (!answer.exists) return undefined
    if (!request.answer.Check(answer.value)) throw new InvalidEmrResponse(request.call, 'schema mismatch', { isWrite })
    return answer.value
  }

  const ask = <T>(request: Read<T> | Write<T>) => noted(request.call, () => answerTo(request))

  async function insist<T>(request: Read<T> | Write<T>): Promise<T> {
    const value = await ask(request)
    if (value === undefined) throw new InvalidEmrResponse(request.call, 'status 404', { status: 404 })
    return value
  }

  const pathOf = (path: string) => base.pathname.replace(/\/api\/$/, path)
  const file = (path: string, mostBytes: number) =>
    noted(fileCall, () =>
      fetchFile(filePool, { path: pathOf(path), signal: AbortSignal.timeout(timeoutMs), mostBytes }),
    )
  const pdf = (path: string) =>
    noted(fileCall, async () => {
      const body = await openFile(pdfPool, { path: pathOf(path) })
      return body && (await checkedPdf(body, fileCall))
    })

  const close = async () => void (await Promise.all([pool.destroy(), filePool.destroy(), pdfPool.destroy()]))
  return { read: insist, write: insist, find: ask, writeTo: ask, file, pdf, close }
}

/** Sends the token with every request. */
function signed(pool: Pool, token: string | undefined): Dispatcher {
  if (!token) return pool
  return pool.compose((dispatch) => (request, handler) => {
    const headers = { ...(request.headers as Record<string, string> | undefined), authorization: `Bearer ${token}` } // the gateway sends plain objects
    return dispatch({ ...request, headers }, handler)
  })
}

/** Runs a call and logs its outcome. */
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
