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

/** Returns the body of a file as it arrives; undefined if it is missing. */
export async function openFile(
  pool: Dispatcher,
  { path, signal }: Pick<Params, 'path'> & Partial<Pick<Params, 'signal'>>,
): Promise<Readable | undefined> {
  try {
    const { statusCode, body } = await pool.request({ path, method: 'GET', signal })
    if (statusCode === 200) return body
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
  try {
    const body = await openFile(pool, { path, signal })
    if (!body) return undefined
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
