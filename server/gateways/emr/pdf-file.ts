import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { isPdf, pdfHeaderWithin } from '../../pdf/pdf-header.ts'
import { InvalidEmrResponse, UnusablePdf } from './emr.errors.ts'
import { translate } from './exchange.ts'
import { discard, fileCall } from './fetch-file.ts'

/** Of a file that is kept whole while it is served: HTML, which is cleaned, and attachments. */
export const mostFileBytes = 10 * 1024 * 1024
/** Of a PDF, which passes through in pieces: long charts that were scanned have 80 MB. */
export const mostPdfBytes = 100 * 1024 * 1024

/** A PDF, or a piece of it, as it arrives. Destroy the body if it is not read. */
export interface PdfFile {
  body: Readable
  /** The length of the body, if the record server states it. A body of another length ends in an error. */
  bytes?: number
  /** Present if the record server serves pieces of the file. */
  pieces?: PdfPieces
  /** Present if the body is a piece. */
  piece?: PdfPiece
}

/** What the record server says of a file whose pieces it serves. */
export interface PdfPieces {
  /** The length of the file in bytes. */
  total: number
  /** The strong ETag or the time of the last change; undefined if the record server states none. */
  validator?: string
}

/** Both bytes are included. */
export interface PdfPiece {
  first: number
  last: number
}

interface Expected {
  /** The first bytes, which were read before. */
  begin?: Buffer
  /** The length of the body, if it is known. */
  bytes?: number
}

/**
 * Returns the file as it arrives, if it begins as a PDF does; the type that a server states proves nothing. Throws
 * UnusablePdf if it is none, is empty, or is longer than `mostPdfBytes`. If its length is not stated and is longer, it
 * ends in an error.
 */
export async function checkedPdf(file: Readable, bytes: number | undefined): Promise<Readable> {
  try {
    if (bytes !== undefined) checkLength(bytes)
    const chunks = chunksOf(file)
    let begin = Buffer.alloc(0)
    while (begin.length < pdfHeaderWithin && !isPdf(begin)) {
      const { value, done } = await chunks.next()
      if (done) break
      begin = Buffer.concat([begin, value])
    }
    checkBeginning(begin)
    return countedBody(file, { begin, bytes })
  } catch (error) {
    discard(file)
    throw translate(error, fileCall, false)
  }
}

/** Throws UnusablePdf if a file of so many bytes is not served. */
export function checkLength(bytes: number): void {
  if (bytes === 0) throw new UnusablePdf(fileCall, 'empty')
  if (bytes > mostPdfBytes) throw new UnusablePdf(fileCall, 'tooLong')
}

/** Throws UnusablePdf if a file with these first bytes is no PDF. */
export function checkBeginning(begin: Buffer): void {
  if (begin.length === 0) throw new UnusablePdf(fileCall, 'empty')
  if (!isPdf(begin)) throw new UnusablePdf(fileCall, 'noPdf')
}

/** Returns the body as it arrives; a body of another length than the expected one ends in an error. */
export function countedBody(file: Readable, expected: Expected): Readable {
  const body = Readable.from(counted(chunksOf(file), expected), { objectMode: false })
  // A generator that was never asked for anything ends nothing.
  body.once('close', () => discard(file))
  return body
}

async function* counted(chunks: AsyncIterator<Buffer>, { begin, bytes }: Expected) {
  let length = begin?.length ?? 0
  if (begin) yield begin
  for (;;) {
    const { value, done } = await chunks.next()
    if (done) break
    length += value.length
    if (length > (bytes ?? mostPdfBytes)) throw new InvalidEmrResponse(fileCall, 'too long')
    yield value
  }
  if (bytes !== undefined && length !== bytes) throw new InvalidEmrResponse(fileCall, 'too short')
}

const chunksOf = (file: Readable) => file[Symbol.asyncIterator]() as AsyncIterator<Buffer> // a body without an encoding

/** Returns the length of a body that its headers state; undefined if they do not. */
export function statedLength({ 'content-length': length = '' }: IncomingHttpHeaders): number | undefined {
  return /^\d{1,15}$/.test(length) ? Number(length) : undefined
}
