import { createHash } from 'node:crypto'
import { bytesOfBase64, isPdf } from '../ccda/inline-bytes.ts'
import type { Attachment } from './fhir/parts.ts'
import { linesOfHtml, linesOfText } from './document-lines.ts'
import type { DocumentForm } from './load-plan.ts'
import { count, type Reading } from './reading.ts'

const MEGABYTE = 1024 * 1024

/** The gateway reads documents up to this size. */
const MOST_BYTES = 10 * MEGABYTE

/** A thousand pages of text. */
const MOST_TEXT_BYTES = MEGABYTE

/** Reading tags within tags takes time that grows with their square. */
const MOST_TAGS = 20_000

/** Returns the attachments that are a PDF by their bytes, or text. What one only refers to is never fetched. */
export function documentForms({ skipped }: Reading, attachments: readonly Attachment[]): DocumentForm[] {
  return attachments.flatMap((attachment) => {
    const form = formOf(attachment)
    if (typeof form !== 'string') return [form]
    count(skipped, `attachment ${form}`)
    return []
  })
}

/** Whether an attachment is XML, such as a C-CDA document. */
export const isXmlAttachment = ({ contentType = '' }: Attachment): boolean => /[/+]xml$/.test(mediaType(contentType))

const mediaType = (contentType: string) => contentType.toLowerCase().split(';')[0]?.trim() ?? ''

/** Returns the content of an attachment, or the reason if it is not loaded. */
export function contentOf({ data, url }: Attachment): Buffer | string {
  if (!data) return url ? 'that is only a link' : 'without content'
  if (data.length > MOST_BYTES * 2) return 'of more than 10 MB'
  const bytes = bytesOfBase64(data)
  if (!bytes) return 'that is no base64'
  return bytes.length > MOST_BYTES ? 'of more than 10 MB' : bytes
}

/** Returns the reason if it is not loaded. */
function formOf(attachment: Attachment): DocumentForm | string {
  const bytes = contentOf(attachment)
  return typeof bytes === 'string' ? bytes : readForm(bytes, attachment.contentType ?? '')
}

function readForm(bytes: Buffer, contentType: string): DocumentForm | string {
  const type = mediaType(contentType)
  const digest = createHash('sha256').update(bytes).digest('hex')
  if (type === 'application/pdf') {
    return isPdf(bytes) ? { digest, pdf: bytes.toString('base64'), lines: null } : 'that is no PDF'
  }
  if (type !== 'text/plain' && type !== 'text/html') return 'that is neither a PDF nor text'
  if (bytes.length > MOST_TEXT_BYTES) return 'of more than 1 MB of text'
  const text = textOf(bytes)
  if (type === 'text/html' && text.split('<').length > MOST_TAGS) return 'of HTML with more than 20,000 tags'
  const lines = type === 'text/html' ? linesOfHtml(text) : linesOfText(text)
  return lines.length > 0 ? { digest, pdf: null, lines } : 'without content'
}

/** What is no UTF-8 is of Windows, whatever the type says: every text can be read as such. */
function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
