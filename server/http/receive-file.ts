import { Readable } from 'node:stream'
import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { Failure } from '../protocol/failure.ts'
import type { Received } from '../protocol/act-pipeline.ts'
import { baseName } from './file-name.ts'

type Parts = AsyncIterator<Multipart>

/** Uploads that stay silent this long are aborted: a phone that lost its network sends no more. */
const silentMs = 20_000
const fieldLimits = { fieldNameSize: 100, fieldSize: 4096, fields: 20, headerPairs: 20, files: 1, parts: 21 }

/**
 * Reads the fields of a multipart body and returns them with the file that follows; the caller reads its bytes. Throws
 * the Failures `upload.*`, `request.malformed` and `request.tooLarge`; its stream fails as `stillAllowed` does.
 */
export async function receiveFile(
  request: FastifyRequest,
  { bytes, stillAllowed }: { bytes: number; stillAllowed: () => Promise<void> },
): Promise<Received> {
  const limits = { ...fieldLimits, fileSize: bytes }
  const parts: Parts = request.parts({ limits })[Symbol.asyncIterator]()
  const fields = new Map<string, string>()
  for (;;) {
    const part = await nextOf(parts)
    if (!part) throw new Failure('upload.noFile')
    if (part.type === 'file') return { fields: Object.fromEntries(fields), ...fileOf(part, parts, stillAllowed) }
    if (part.valueTruncated || part.fieldnameTruncated) throw new Failure('request.tooLarge', { status: 413 })
    if (fields.has(part.fieldname) || typeof part.value !== 'string')
      throw new Failure('request.malformed', { status: 400 })
    fields.set(part.fieldname, part.value)
  }
}

function fileOf(part: MultipartFile, parts: Parts, stillAllowed: () => Promise<void>): Pick<Received, 'file' | 'stop'> {
  const { file, filename, fieldname, mimetype } = part
  const fileName = baseName(unescaped(filename))
  // Pages send an empty file field with an empty name.
  if (fieldname !== 'file' || fileName === '') throw new Failure('upload.noFile')
  const stream = Readable.from(bytesOf(part, parts, stillAllowed), { objectMode: false })
  stream.on('error', () => undefined) // the reader gets the error; there may be no reader yet
  const stop = () => {
    file.destroy()
    stream.destroy()
  }
  return { file: { fileName, claimedType: mimetype, stream, truncated: () => file.truncated }, stop }
}

/** Browsers escape a quotation mark and line breaks in the name (HTML standard, multipart/form-data encoding; RFC 7578). */
function unescaped(filename: string): string {
  return filename.replaceAll(/%(22|0A|0D)/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
}

/** Ends only when the whole body was received, contained nothing but this file, and is still allowed by then. */
async function* bytesOf(
  { file }: MultipartFile,
  parts: Parts,
  stillAllowed: () => Promise<void>,
): AsyncGenerator<Buffer> {
  const chunks: AsyncIterator<Buffer> = file[Symbol.asyncIterator]()
  for (;;) {
    const { done, value } = await arriving(chunks.next())
    if (file.truncated) throw new Failure('upload.tooLarge', { status: 413 })
    if (done) break
    yield value
  }
  if (await nextOf(parts)) throw new Failure('request.malformed', { status: 400 })
  await stillAllowed()
}

async function nextOf(parts: Parts): Promise<Multipart | undefined> {
  const { done, value } = await arriving(parts.next())
  return done === true ? undefined : value
}

async function arriving<T>(next: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<never>((_, reject) => (timer = setTimeout(() => reject(cutOff()), silentMs)))
  try {
    return await Promise.race([next, silence])
  } catch (error) {
    throw failureOf(error)
  } finally {
    clearTimeout(timer)
  }
}

/** Translates errors of the multipart parser; an error without a code means that the body ended early. */
function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error
  const { code = '', message } = error as Error & { code?: string } // thrown by a library
  if (code === 'FST_FILES_LIMIT') return new Failure('upload.several')
  if (code.endsWith('_LIMIT')) return new Failure('request.tooLarge', { status: 413 })
  if (/^FST_(PROTO|INVALID)_/.test(code) || message.startsWith('Multipart:'))
    return new Failure('request.malformed', { status: 400 })
  return cutOff(error)
}

function cutOff(cause?: unknown): Failure {
  return new Failure('upload.cutOff', { status: 400, cause })
}
