import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from 'node:crypto'
import { open, unlink, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Failure } from '../../protocol/failure.ts'

/** A completely received file. */
export interface Spooled {
  bytes: number
  /** Reads the file and returns the part of `buffer` that it fills. */
  readInto(buffer: Buffer): Promise<Buffer>
  /** Deletes the file. */
  close(): Promise<void>
}

const cipher = 'aes-256-ctr'
const pieceBytes = 64 * 1024

/**
 * Writes a stream to disk without holding it in memory. The file is unlinked at once and encrypted with a key that only
 * this process knows, so unscanned content can be neither found nor read. Throws `uploads.tooLarge`, `uploads.empty`
 * and `upload.*`.
 */
export async function spool(stream: Readable): Promise<Spooled> {
  const file = await openNameless()
  const secret = [randomBytes(32), randomBytes(16)] as const
  try {
    const bytes = await write(stream, { file, secret })
    if (bytes === 0) throw new Failure('uploads.empty')
    return {
      bytes,
      readInto: async (buffer) => {
        await read(buffer.subarray(0, bytes), { file, secret })
        return buffer.subarray(0, bytes)
      },
      close: () => file.close(),
    }
  } catch (error) {
    await file.close()
    const isTooLarge = error instanceof Failure && error.code === 'upload.tooLarge'
    throw isTooLarge ? new Failure('uploads.tooLarge', { status: 413 }) : error
  }
}

interface Hidden {
  file: FileHandle
  /** The key and the initial counter. */
  secret: readonly [Buffer, Buffer]
}

async function openNameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `portal-upload-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}

async function write(stream: Readable, { file, secret }: Hidden): Promise<number> {
  const hide = createCipheriv(cipher, ...secret)
  const chunks: AsyncIterable<Buffer> = stream
  let bytes = 0
  for await (const chunk of chunks) {
    await file.write(hide.update(chunk), 0, chunk.length, bytes)
    bytes += chunk.length
  }
  return bytes
}

async function read(into: Buffer, { file, secret }: Hidden): Promise<void> {
  const show = createDecipheriv(cipher, ...secret)
  for (let at = 0; at < into.length; at += pieceBytes) {
    const piece = into.subarray(at, at + pieceBytes)
    const { bytesRead } = await file.read(piece, 0, piece.length, at)
    if (bytesRead !== piece.length) throw new Error('a spooled file is shorter than it was')
    show.update(piece).copy(piece)
  }
}
