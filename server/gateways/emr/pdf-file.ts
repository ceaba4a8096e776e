import { Readable } from 'node:stream'
import { InvalidEmrResponse } from './emr.errors.ts'

/** Of a file that is kept whole while it is served: HTML, which is cleaned, and attachments. */
export const mostFileBytes = 10 * 1024 * 1024
/** Of a PDF, which passes through in pieces. */
export const mostPdfBytes = 25 * 1024 * 1024

const mark = '%PDF-'

/** Whether a file begins as a PDF does. */
export function isPdf(file: Buffer): boolean {
  return file.subarray(0, mark.length).toString('latin1') === mark
}

/**
 * Returns the file as it arrives, if it begins as a PDF does; the type that a server states proves nothing. Throws
 * InvalidEmrResponse if it is none. A file longer than `mostPdfBytes` ends in an error.
 */
export async function checkedPdf(file: Readable, call: string): Promise<Readable> {
  const chunks = file[Symbol.asyncIterator]() as AsyncIterator<Buffer> // a body without an encoding
  let begin = Buffer.alloc(0)
  while (begin.length < mark.length) {
    const { value, done } = await chunks.next()
    if (done) break
    begin = Buffer.concat([begin, value])
  }
  if (!isPdf(begin)) {
    file.destroy()
    throw new InvalidEmrResponse(call, 'not a PDF')
  }
  const checked = Readable.from(withinLimit(begin, { chunks, call }), { objectMode: false })
  // A generator that was never asked for anything ends nothing.
  checked.once('close', () => file.destroy())
  return checked
}

async function* withinLimit(begin: Buffer, { chunks, call }: { chunks: AsyncIterator<Buffer>; call: string }) {
  let length = begin.length
  yield begin
  for (;;) {
    const { value, done } = await chunks.next()
    if (done) return
    length += value.length
    if (length > mostPdfBytes) throw new InvalidEmrResponse(call, 'too long')
    yield value
  }
}
