import type { Problem } from '../../schemas/problem.ts'
import { asOfIn, Offline, Refused, refusal } from './failures.ts'
import { fetchFile, fetchSmallFile, type ArrivedFile } from './fetch-file.ts'
import { sendForm, type Sending } from './send-form.ts'

interface Kept {
  body: unknown
  etag: string
}
interface How {
  /** Not requested by the user, so it does not count as activity. */
  background?: boolean
  signal?: AbortSignal
}
interface Fetched {
  body: unknown
  /** False if the body is the same as in the previous response. */
  changed: boolean
  /** When it was drawn, or confirmed to be current; opaque. Undefined from an older server. */
  asOf: string | undefined
}
interface PostHow {
  key: string
  /** The page may go away before the response, so the request must outlive it. */
  outlivesPage?: boolean
}
export interface Source {
  get: (url: string, how?: How) => Promise<Fetched>
  /** Sends an action of the user; it runs once for each key, however often it is sent. */
  post: (url: string, body: unknown, how: PostHow) => Promise<unknown>
  /** Sends a form with a file and reports the progress. */
  upload: (url: string, sending: Omit<Sending, 'identity'>) => Promise<unknown>
  /** Fetches a whole file of the server, however long that takes. */
  file: (url: string, fetching: Parameters<typeof fetchFile>[2]) => Promise<ArrivedFile>
  /** Fetches a file that fits into memory; undefined if it may not, or if a device opens it by itself. */
  smallFile: (url: string) => Promise<ArrivedFile | undefined>
  purge: () => void
}

const mostKept = 60
const timeLimitMs = 30_000
/** In bytes; browsers refuse requests that outlive their page and have more than 64 kB together. */
const mostOutliving = 60_000

interface SourceOptions {
  /** The identity that the page is drawn for, if the shell is known. */
  identity?: () => string | undefined
  /** The page was drawn for another identity than the one of the session. */
  startOver?: (problem: Problem) => void
}

/** Requests to the server. Bodies with an ETag are cached in memory only, until `purge`. */
export function createSource(
  fetcher: typeof fetch,
  { identity = () => undefined, startOver }: SourceOptions = {},
): Source {
  const kept = new Map<string, Kept>()
  let age = 0

  async function get(url: string, how: How = {}): Promise<Fetched> {
    const before = kept.get(url)
    const bornAt = age
    const headers = { ...headersFor(before, how), ...drawnFor(identity()) }
    const response = await ask(fetcher, url, { headers, signal: how.signal })
    const asOf = asOfIn(response)
    if (response.status === 304 && before) return { body: keep(kept, url, before).body, changed: false, asOf }
    if (!response.ok) throw refused(await refusal(response), bornAt)
    const body: unknown = await read(response)
    const etag = response.headers.get('etag')
    // A response requested before a purge may arrive after it; it is not cached.
    if (etag && bornAt === age) keep(kept, url, { body, etag })
    return { body, changed: !etag || etag !== before?.etag, asOf }
  }

  async function post(url: string, body: unknown, { key, outlivesPage = false }: PostHow): Promise<unknown> {
    const bornAt = age
    const headers = { 'content-type': 'application/json', 'idempotency-key': key, ...drawnFor(identity()) }
    const text = JSON.stringify(body)
    const keepalive = outlivesPage && new TextEncoder().encode(text).length <= mostOutliving
    const response = await ask(fetcher, url, { method: 'POST', headers, body: text, keepalive })
    if (!response.ok) throw refused(await refusal(response), bornAt)
    return read(response)
  }

  async function upload(url: string, sending: Omit<Sending, 'identity'>): Promise<unknown> {
    const bornAt = age
    try {
      return await sendForm(url, { ...sending, identity: identity() })
    } catch (failure) {
      throw failure instanceof Refused ? refused(failure, bornAt) : failure
    }
  }

  /** Starts over, unless that has happened since the request was sent. */
  function refused(failure: Refused, bornAt: number): Refused {
    if (failure.problem.startOver && bornAt === age) startOver?.(failure.problem)
    return failure
  }

  function purge(): void {
    age += 1
    kept.clear()
  }
  const file: Source['file'] = (url, fetching) => fetchFile(fetcher, url, fetching)
  const smallFile: Source['smallFile'] = (url) => fetchSmallFile(fetcher, url)
  return { get, post, upload, file, smallFile, purge }
}

function drawnFor(identity: string | undefined): Record<string, string> {
  return identity === undefined ? {} : { 'x-identity': identity }
}

function headersFor(before: Kept | undefined, how: How): Record<string, string> {
  return {
    accept: 'application/json',
    ...(before && { 'if-none-match': before.etag }),
    ...(how.background && { 'x-background': '1' }),
  }
}

async function ask(fetcher: typeof fetch, url: string, init: RequestInit): Promise<Response> {
  const limit = AbortSignal.timeout(timeLimitMs)
  const signal = init.signal ? AbortSignal.any([init.signal, limit]) : limit
  try {
    return await fetcher(url, { ...init, cache: 'no-store', credentials: 'same-origin', signal })
  } catch (cause) {
    init.signal?.throwIfAborted()
    throw new Offline('no response', { cause })
  }
}

async function read(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch (cause) {
    throw new Offline('the response is incomplete', { cause })
  }
}

function keep(kept: Map<string, Kept>, url: string, entry: Kept): Kept {
  kept.delete(url)
  kept.set(url, entry)
  const [oldest] = kept.keys()
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
  return entry
}
