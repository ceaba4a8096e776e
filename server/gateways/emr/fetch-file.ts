import type { Pool } from 'undici'
import { EmrNonsense, EmrUnavailable } from './emr.errors.ts'
import { translate } from './exchange.ts'

/** What failures and logs call it: the path says whose photo it was. */
export const fileCall = 'file'

interface Wanted {
  path: string
  signal: AbortSignal
  mostBytes: number
}

/** The bytes of a file; undefined when it is not there or too long. Its failures open no circuit: no call depends on it. */
export async function fetchFile(pool: Pool, { path, signal, mostBytes }: Wanted): Promise<Buffer | undefined> {
  try {
    const { statusCode, body } = await pool.request({ path, method: 'GET', signal })
    if (statusCode !== 200) {
      await body.dump()
      if (statusCode === 404) return undefined
      if (statusCode >= 500 || statusCode === 429) throw new EmrUnavailable(fileCall, `status ${statusCode}`)
      throw new EmrNonsense(fileCall, `status ${statusCode}`, { status: statusCode })
    }
    const parts: Buffer[] = []
    let length = 0
    // A body without an encoding comes in buffers.
    for await (const part of body as AsyncIterable<Buffer>) {
      length += part.length
      if (length > mostBytes) return undefined // leaving the loop ends the connection
      parts.push(part)
    }
    return Buffer.concat(parts)
  } catch (error) {
    throw translate(error, fileCall, false)
  }
}
