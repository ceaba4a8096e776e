import { Offline, refusal } from './failures.ts'
import { sendForm } from './send-form.ts'

interface Kept {
  body: unknown
  etag: string
}
interface How {
  /** Not asked for by the person: does not count as activity. */
  background?: boolean
  signal?: AbortSignal
}
interface Fetched {
  body: unknown
  /** False when the body is the one that was fetched before. */
  changed: boolean
}
export interface Source {
  get: (url: string, how?: How) => Promise<Fetched>
  /** Sends an act of the person; the same key acts once, however often it is sent. */
  post: (url: string, body: unknown, key: string) => Promise<unknown>
  /** Sends a form with a file, and tells how far it is. */
  upload: typeof sendForm
  purge: () => void
}

const mostKept = 60
const timeLimitMs = 30_000

/** What the server says. Bodies with an ETag are kept in memory only, until `purge`. */
export function createSource(fetcher: typeof fetch): Source {
  const kept = new Map<string, Kept>()
  let age = 0

  async function get(url: string, how: How = {}): Promise<Fetched> {
    const before = kept.get(url)
    const bornAt = age
    const response = await ask(fetcher, url, { headers: headersFor(before, how), signal: how.signal })
    if (response.status === 304 && before) return { body: keep(kept, url, before).body, changed: false }
    if (!response.ok) throw await refusal(response)
    const body: unknown = await read(response)
    const etag = response.headers.get('etag')
    // What was asked for before a purge may still arrive after it.
    if (etag && bornAt === age) keep(kept, url, { body, etag })
    return { body, changed: !etag || etag !== before?.etag }
  }

  async function post(url: string, body: unknown, key: string): Promise<unknown> {
    const headers = { 'content-type': 'application/json', 'idempotency-key': key }
    const response = await ask(fetcher, url, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!response.ok) throw await refusal(response)
    return read(response)
  }

  function purge(): void {
    age += 1
    kept.clear()
  }
  return { get, post, upload: sendForm, purge }
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
    throw new Offline('no answer', { cause })
  }
}

async function read(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch (cause) {
    throw new Offline('the answer broke off', { cause })
  }
}

function keep(kept: Map<string, Kept>, url: string, entry: Kept): Kept {
  kept.delete(url)
  kept.set(url, entry)
  const [oldest] = kept.keys()
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
  return entry
}
