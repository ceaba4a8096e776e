import type { Attachment } from '@medplum/fhirtypes'
import type { Readable } from 'node:stream'
import type { BlockOf } from '../../schemas/blocks.ts'
import { fileSize } from '../../schemas/file-size.ts'
import { UnusablePdf } from '../gateways/emr/emr.errors.ts'
import type { PdfFile } from '../gateways/emr/pdf-file.ts'

/** A longer file is left out, and the PDF says so: a bundle with it would be of no use to other programs. */
const mostBytes = 10 * 1024 * 1024

/** What a part adds for a file. */
interface ExportedFile {
  pdf?: Buffer
  /** Words about a file that is left out. */
  sheet: BlockOf<'sheet'>['parts']
}

/** Reads a PDF whole for a bundle; without one if there is none, or it is too long or cannot be read. */
async function pdfOf(file: PdfFile | undefined): Promise<ExportedFile> {
  if (!file) return { sheet: [] }
  if (file.bytes !== undefined && file.bytes > mostBytes) {
    file.body.destroy()
    return { sheet: [leftOut(`of ${fileSize(file.bytes)}`)] }
  }
  const pdf = await read(file.body)
  return pdf ? { pdf, sheet: [] } : { sheet: [leftOut(`of more than ${fileSize(mostBytes)}`)] }
}

/** A document that no viewer would show is left out, too. */
export async function usablePdf(open: () => Promise<{ pdf?: PdfFile } | undefined>): Promise<ExportedFile> {
  try {
    return await pdfOf((await open())?.pdf)
  } catch (error) {
    if (error instanceof UnusablePdf) return { sheet: [leftOut('that cannot be read')] }
    throw error
  }
}

function leftOut(what: string): BlockOf<'sheet'>['parts'][number] {
  return {
    type: 'paragraph',
    small: true,
    text: `A document ${what} is not part of these files. Download it in the portal.`,
  }
}

async function read(body: Readable): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  const pieces = body as AsyncIterable<Buffer> // a body without an encoding
  for await (const chunk of pieces) {
    length += chunk.length
    if (length > mostBytes) return undefined // ends the loop, which destroys the body
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** A file within a resource. */
export function attachmentOf({ type, content, title }: { type: string; content: Buffer; title: string }): Attachment {
  return { contentType: type, data: content.toString('base64'), title }
}
