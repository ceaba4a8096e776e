import { setTimeout as pause } from 'node:timers/promises'
import { Pool, type Dispatcher } from 'undici'
import { isPdf } from '../../pdf/pdf-header.ts'
import { createAttempts } from './attempts.ts'
import { createBreaker } from './circuit-breaker.ts'
import type { Answer, Content } from './exchange.ts'
import { fetchFile, fileCall } from './fetch-file.ts'
import { sendHeldCall } from './held-call.ts'
import { createPdfInspections, inspectPdf } from './inspect-pdf.ts'
import { checkPdf, openPdf, type PdfRequest } from './open-pdf.ts'
import { mostPdfBytes, type PdfFile } from './pdf-file.ts'
import { EmrError, InvalidEmrResponse, EmrTimeout, EmrUnavailable, RangeNotSatisfiable } from './emr.errors.ts'

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
  body?: Record<string, unknown>
  /** The answer contains documents: it is parsed in a thread, and long texts in it come as bytes of UTF-8. */
  isLong?: true
  answer: AnswerSchema<T>
}

/** How long the record server may hold a call, and what ends it early. */
interface Holding {
  holdMs: number
  stop?: AbortSignal
}

interface Write<T> extends Read<T> {
  /** GET if the record server changes something on it; sent once, like every write. */
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
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
  /**
   * Like `read`, for a call that the record server holds until it has news; `timeoutMs` comes on top. It has a connection
   * of its own, so that it delays no other call. It is sent once, and neither counts for the circuit breaker, whose probe
   * it would keep for long, nor is it reported to `onCall`, because its duration says nothing about the record server.
   */
  readHeld<T>(read: Omit<Read<T>, 'byPost' | 'body'>, holding: Holding): Promise<T>
  /**
   * Returns the path of a file that a document of the record server refers to; undefined for an address at another place,
   * and for a call.
   */
  pathOfLink(address: string): string | undefined
  /**
   * Returns a file by its path at the record server; undefined if it is missing or longer than `mostBytes`. Throws
   * UnusablePdf for a PDF that acts by itself.
   */
  file(path: string, mostBytes: number): Promise<Buffer | undefined>
  /**
   * Returns a PDF, or the requested piece of it, as it arrives; undefined if it is missing. The time limit is for its
   * beginning and for each pause: a phone may take long. Throws UnusablePdf and RangeNotSatisfiable.
   */
  pdf(path: string, request?: PdfRequest): Promise<PdfFile | undefined>
  /** Returns whether there is a PDF. Throws UnusablePdf for one that no viewer would show, or that acts by itself. */
  hasPdf(path: string): Promise<boolean>
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
const heldConnections = 4
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
  const heldPool = signed(new Pool(base.origin, { ...limits, connections: heldConnections }), options.token)
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
    return checkedAnswer(request, await (isWrite ? attempts.once(request, signal) : attempts.twice(request, signal)))
  }

  const ask = <T>(request: Read<T> | Write<T>) => noted(request.call, () => answerTo(request))
  const insist = async <T>(request: Read<T> | Write<T>): Promise<T> => existing(request, await ask(request))
  const readHeld = async <T>(request: Read<T>, { holdMs, stop }: Holding): Promise<T> => {
    const { call, rest = '' } = request
    const path = `${base.pathname}${call}${rest}`
    const answer = await sendHeldCall(heldPool, { call, path, limitMs: holdMs + timeoutMs, stop })
    return existing(request, checkedAnswer(request, answer))
  }

  const inspections = createPdfInspections(options.now)
  const pathOf = (path: string) => base.pathname.replace(/\/api\/$/, path)
  const file = (path: string, mostBytes: number) =>
    noted(fileCall, async () => {
      const content = await fetchFile(filePool, {
        path: pathOf(path),
        signal: AbortSignal.timeout(timeoutMs),
        mostBytes,
      })
      if (content && isPdf(content)) await inspectPdf(content)
      return content
    })
  const sourceOf = (path: string) => ({ pool: pdfPool, path: pathOf(path), inspections })
  const pdf = (path: string, request?: PdfRequest) => noted(fileCall, () => openPdf(sourceOf(path), request))
  const hasPdf = async (path: string) =>
    (await noted(fileCall, async () => (await checkPdf(sourceOf(path))) || undefined)) ?? false

  const close = async () => void (await Promise.all([pool, filePool, heldPool, pdfPool].map((each) => each.destroy())))
  const pathOfLink = (address: string) => pathBelow(new URL(pathOf('/'), base), address)
  return { read: insist, write: insist, find: ask, writeTo: ask, readHeld, pathOfLink, file, pdf, hasPdf, close }
}

/** Documents name their files from the record server's own root or from that of the practice: both are below `root`. */
function pathBelow(root: URL, address: string): string | undefined {
  if (!URL.canParse(address, root)) return undefined
  const { origin, pathname, search } = new URL(address, root)
  if (origin !== root.origin) return undefined
  const path = pathname.startsWith(root.pathname) ? pathname.slice(root.pathname.length - 1) : pathname
  // A call may change something. An escaped character may be part of its name.
  return /^\/+api(\/|$)/i.test(path) || path.includes('%') ? undefined : path + search
}

/** Returns undefined for 404. Throws InvalidEmrResponse if the answer does not match its schema. */
function checkedAnswer<T>(request: Read<T> | Write<T>, answer: Answer): T | undefined {
  if (!answer.exists) return undefined
  const isWrite = 'method' in request
  if (!request.answer.Check(answer.value)) throw new InvalidEmrResponse(request.call, 'schema mismatch', { isWrite })
  return answer.value
}

function existing<T>({ call }: { call: string }, value: T | undefined): T {
  if (value === undefined) throw new InvalidEmrResponse(call, 'status 404', { status: 404 })
  return value
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
  if (error instanceof RangeNotSatisfiable) return 'ok'
  if (!(error instanceof EmrError) || error instanceof EmrUnavailable) return 'unavailable'
  return error instanceof EmrTimeout ? 'timeout' : 'nonsense'
}
