import { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { TooCostly } from '../../threads/in-thread.ts'
import { InvalidEmrResponse, EmrTimeout, EmrUnavailable } from './emr.errors.ts'
import { parseLongAnswer } from './long-answer.ts'

/** A JSON body that is generated while it is sent. */
export interface Content {
  /** The length of all chunks together. */
  bytes: number
  pieces(): Iterable<Buffer>
}

export interface Exchange {
  call: string
  path: string
  signal: AbortSignal
  /** Of a read: sent as POST. */
  byPost?: true
  /** Whether the answer contains documents: see `parseLongAnswer`. */
  isLong?: true
  /** Present for writes only. */
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Of a write, or of a read that is sent as POST. */
  body?: Record<string, unknown>
  /** Replaces `body`. */
  content?: Content
  headers?: Record<string, string>
  /** Overrides the timeout of the pool. */
  timeoutMs?: number
}

export type Answer = { exists: true; value: unknown } | { exists: false }

/** Sends one request and returns its response. Throws nothing but an EmrError. */
export async function exchange(
  pool: Dispatcher,
  { call, path, signal, method, byPost, isLong, ...rest }: Exchange,
): Promise<Answer> {
  const isWrite = method !== undefined
  try {
    const response = await pool.request({
      path,
      method: method ?? (byPost ? 'POST' : 'GET'),
      idempotent: !isWrite,
      signal,
      ...(rest.timeoutMs ? { headersTimeout: rest.timeoutMs, bodyTimeout: rest.timeoutMs } : {}),
      ...sentBy(rest),
    })
    const body = await (isLong ? response.body.arrayBuffer() : response.body.text())
    return await responseOf({ call, status: response.statusCode, body, isWrite })
  } catch (error) {
    throw translate(error, call, isWrite)
  }
}

function sentBy({ body, content, headers }: Pick<Exchange, 'body' | 'content' | 'headers'>) {
  const common = { accept: 'application/json', ...headers }
  if (!body && !content) return { headers: common }
  const typed = { ...common, 'content-type': 'application/json' }
  if (!content) return { headers: typed, body: JSON.stringify(body) }
  return { headers: { ...typed, 'content-length': String(content.bytes) }, body: Readable.from(content.pieces()) }
}

interface Reply {
  call: string
  status: number
  body: string | ArrayBuffer
  isWrite: boolean
}

async function responseOf({ call, status, body, isWrite }: Reply): Promise<Answer> {
  if (status === 404) return { exists: false }
  // 503 and 429 mean that nothing was done; after any other server error the outcome of a write is unknown.
  if (status >= 500 && isWrite && status !== 503) throw new EmrTimeout(call, isWrite)
  if (status >= 500 || status === 429) throw new EmrUnavailable(call, `status ${status}`)
  if (status < 200 || status >= 300) throw new InvalidEmrResponse(call, `status ${status}`, { status })
  try {
    return { exists: true, value: typeof body === 'string' ? JSON.parse(body) : await parseLongAnswer(body) }
  } catch (error) {
    throw new InvalidEmrResponse(call, error instanceof TooCostly ? 'too long' : 'not JSON', { isWrite })
  }
}

const neverSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])
const tooLate = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'])

/** Errors of undici contain the URL, and so may the messages of their causes: only their codes are used. */
export function translate(error: unknown, call: string, isWrite: boolean): Error {
  if (error instanceof EmrTimeout || error instanceof EmrUnavailable || error instanceof InvalidEmrResponse)
    return error
  const { name, code = '' } = error as { name?: string; code?: string } // node and undici errors have both
  if (name === 'TimeoutError' || name === 'AbortError' || tooLate.has(code)) return new EmrTimeout(call, isWrite)
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return new InvalidEmrResponse(call, 'too long', { isWrite })
  if (neverSent.has(code)) return new EmrUnavailable(call, code)
  return isWrite ? new EmrTimeout(call, isWrite) : new EmrUnavailable(call, code || 'connection broken')
}
