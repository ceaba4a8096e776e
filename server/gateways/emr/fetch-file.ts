import type { Pool } from 'undici'
import { EmrUnavailable } from './emr.errors.ts'
import { translate } from './exchange.ts'

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
      if (statusCode >= 500) throw new EmrUnavailable('file', `status ${statusCode}`)
      return undefined
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
    throw translate(error, 'file', false)
  }
}
