import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { InvalidEmrResponse, EmrUnavailable } from './emr.errors.ts'
import { translate } from './exchange.ts'

/** The name in errors and logs: the path would reveal whose photo it was. */
export const fileCall = 'file'

interface Params {
  path: string
  signal: AbortSignal
  mostBytes: number
}

interface FileRequest {
  path: string
  signal?: AbortSignal
  /** Sent as `Range`: the response may be a piece then, or say that there is none. */
  range?: string
  ifRange?: string
}

export interface OpenedFile {
  /** 206 and 416 only for a request with a range. */
  status: 200 | 206 | 416
  headers: IncomingHttpHeaders
  body: Readable
}

/** Opens a file, whose body arrives as it is read; undefined if it is missing. */
export async function openFile(
  pool: Dispatcher,
  { path, signal, range, ifRange }: FileRequest,
): Promise<OpenedFile | undefined> {
  try {
    const requested = { ...(range && { range }), ...(ifRange && { 'if-range': ifRange }) }
    const { statusCode, headers, body } = await pool.request({ path, method: 'GET', signal, headers: requested })
    if (statusCode === 200) return { status: statusCode, headers, body }
    if (range && (statusCode === 206 || statusCode === 416)) return { status: statusCode, headers, body }
    await body.dump()
    if (statusCode === 404) return undefined
    if (statusCode >= 500 || statusCode === 429) throw new EmrUnavailable(fileCall, `status ${statusCode}`)
    throw new InvalidEmrResponse(fileCall, `status ${statusCode}`, { status: statusCode })
  } catch (error) {
    throw translate(error, fileCall, false)
  }
}

/**
 * Returns the bytes of a file; undefined if it is missing or too long. Its failures do not open the circuit, because no
 * call depends on it.
 */
export async function fetchFile(pool: Dispatcher, { path, signal, mostBytes }: Params): Promise<Buffer | undefined> {
  const file = await openFile(pool, { path, signal })
  return file && readUpTo(file.body, mostBytes)
}

/** Returns the bytes of a body; undefined if they are more than `mostBytes`. */
export async function readUpTo(body: Readable, mostBytes: number): Promise<Buffer | undefined> {
  try {
    const parts: Buffer[] = []
    let length = 0
    // A body without an encoding arrives as buffers.
    for await (const part of body as AsyncIterable<Buffer>) {
      length += part.length
      if (length > mostBytes) return undefined // leaving the loop closes the connection
      parts.push(part)
    }
    return Buffer.concat(parts)
  } catch (error) {
    throw translate(error, fileCall, false)
  }
}

/** Ends a body that is not read. Its error is expected: without a listener it would end the process. */
export function discard(body: Readable): void {
  body.once('error', () => undefined)
  body.destroy()
}
