import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from 'node:crypto'
import { open, unlink, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Failure } from '../../protocol/failure.ts'

/** A file that has come whole. */
export interface Spooled {
  bytes: number
  /** Answers the part of `desk` that it fills. */
  readInto(desk: Buffer): Promise<Buffer>
  /** Forgets it. */
  close(): Promise<void>
}

const cipher = 'aes-256-ctr'
const pieceBytes = 64 * 1024

/**
 * Takes a file as slowly as it comes without holding it in memory. It waits in a file that has no name any more, under a key
 * that only this process knows: nothing of what nobody has scanned can be found, by whomever, whenever. Throws
 * `uploads.tooLarge`, `uploads.empty` and `upload.*`.
 */
export async function spool(stream: Readable): Promise<Spooled> {
  const file = await openNameless()
  const secret = [randomBytes(32), randomBytes(16)] as const
  try {
    const bytes = await write(stream, { file, secret })
    if (bytes === 0) throw new Failure('uploads.empty')
    return {
      bytes,
      readInto: async (desk) => {
        await read(desk.subarray(0, bytes), { file, secret })
        return desk.subarray(0, bytes)
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
  /** Key and start of the counter. */
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
