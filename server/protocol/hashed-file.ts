import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'

/** A file that is hashed while it is read. */
export interface HashedFile {
  stream: Readable
  /** Reads what is left and returns the hash of all bytes. Throws what the stream throws. */
  hash(): Promise<string>
}

/** Hashes the bytes of a stream as they pass, so that nothing of a file is kept for it. */
export function hashedFile(source: Readable): HashedFile {
  const hash = createHash('sha256')
  const chunks: AsyncIterable<Buffer> = source
  const stream = Readable.from(
    (async function* () {
      for await (const chunk of chunks) {
        hash.update(chunk)
        yield chunk
      }
    })(),
    { objectMode: false },
  )
  stream.on('error', () => undefined) // the reader gets the error; there may be no reader yet
  return {
    stream,
    hash: async () => {
      if (!stream.readableEnded) await finished(stream.resume())
      return hash.digest('base64url')
    },
  }
}
