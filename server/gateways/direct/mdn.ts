import { randomUUID } from 'node:crypto'
import PostalMime, { type Attachment, type Email } from 'postal-mime'
import { base64Entity, readEntity } from './mime-entity.ts'

/** RFC 8098 §3.2.6.2, with those of RFC 2298 that Direct has kept. */
const dispositions = ['processed', 'dispatched', 'failed', 'displayed', 'deleted', 'denied'] as const
export type Disposition = (typeof dispositions)[number]

/** What became of a message that was sent. */
export interface Mdn {
  /** As it was sent, with its angle brackets. */
  originalMessageId: string
  /** The address that it is about; undefined if the report states none. */
  finalRecipient: string | undefined
  disposition: Disposition
  /** What its writer has to tell a person; may be empty. */
  text: string
}

const notificationType = 'message/disposition-notification'
const statusType = 'message/delivery-status'
const finalDelivery = 'X-DIRECT-FINAL-DESTINATION-DELIVERY'

/**
 * The headers of a message by which its sender requests MDNs: that it was processed, and that it was dispatched or has
 * failed (Implementation Guide for Delivery Notification §1.3).
 */
export function mdnRequest(sender: string): Record<string, string> {
  return {
    'Disposition-Notification-To': sender,
    'Disposition-Notification-Options': `${finalDelivery}=optional,true`,
  }
}

/**
 * Reads an MDN (RFC 8098), also one that is wrapped as a message (RFC 8551 §3.1), or a delivery status notification of
 * a failure (RFC 3464), which a HISP may send instead. Returns undefined for what is neither, or names no message.
 */
export async function readMdn(mime: Buffer): Promise<Mdn | undefined> {
  const report = reportIn(mime)
  if (!report) return undefined
  const email = await PostalMime.parse(report, { forceRfc822Attachments: true })
  const partOf = (type: string) => email.attachments.find(({ mimeType }) => mimeType === type)
  const [notification, status] = [partOf(notificationType), partOf(statusType)]
  if (notification) return fromNotification(fieldsOf(notification), email)
  return (
    status &&
    fromStatus(fieldsOf(status), { email, original: partOf('text/rfc822-headers') ?? partOf('message/rfc822') })
  )
}

/** A report that is only attached to a message is not about it. */
function reportIn(mime: Buffer): Buffer | undefined {
  const outer = readEntity(mime)
  const report = outer.type === 'message/rfc822' ? outer.body : mime
  return readEntity(report).type === 'multipart/report' ? report : undefined
}

type Fields = Map<string, string>

function fromNotification(fields: Fields, email: Email): Mdn | undefined {
  const disposition = dispositionIn(fields.get('disposition') ?? '')
  const originalMessageId = messageIdIn(fields.get('original-message-id'))
  if (!disposition || !originalMessageId) return undefined
  return { originalMessageId, disposition, finalRecipient: recipientIn(fields), text: textOf(email) }
}

/** Only failures: that a message is delayed, or that the next server has accepted it, decides nothing. */
function fromStatus(
  fields: Fields,
  { email, original }: { email: Email; original: Attachment | undefined },
): Mdn | undefined {
  if (fields.get('action')?.toLowerCase() !== 'failed') return undefined
  const stated = fields.get('x-original-message-id') ?? (original && fieldsOf(original).get('message-id'))
  const originalMessageId = messageIdIn(stated)
  if (!originalMessageId) return undefined
  return { originalMessageId, disposition: 'failed', finalRecipient: recipientIn(fields), text: textOf(email) }
}

/** Reads fields of all groups, unfolded, without comments in parentheses. The first of a name counts. */
function fieldsOf({ content }: Attachment): Fields {
  const text = typeof content === 'string' ? content : Buffer.from(new Uint8Array(content)).toString()
  const lines = text.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)
  const fields = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    const value = line.slice(colon + 1).replace(/\([^()]*\)/g, '')
    return [line.slice(0, Math.max(colon, 0)).trim().toLowerCase(), value.trim()]
  })
  return new Map(fields.toReversed())
}

/** Such as `automatic-action/MDN-sent-automatically; processed/error`: one with an error is a failure. */
function dispositionIn(value: string): Disposition | undefined {
  const [type = '', modifiers = ''] = value
    .slice(value.indexOf(';') + 1)
    .toLowerCase()
    .split('/', 2)
  if (modifiers.split(',').some((modifier) => ['error', 'failure'].includes(modifier.trim()))) return 'failed'
  return dispositions.find((disposition) => disposition === type.trim())
}

const messageIdIn = (value = '') => /<[^<>\s]+>/.exec(value)?.[0]

/** Such as `rfc822; office@direct.example.org`. */
function recipientIn(fields: Fields): string | undefined {
  const value = fields.get('final-recipient') ?? ''
  return value.slice(value.indexOf(';') + 1).trim() || undefined
}

const textOf = ({ text = '' }: Email) => text.trim()

/** An MDN to write. */
export interface MdnOptions extends Omit<Mdn, 'finalRecipient'> {
  finalRecipient: string
  /** The system that reports, such as `hisp.example.org; Sandbox`. */
  reportedBy: string
}

/** Writes the MIME entity of an MDN; its sender and the other headers of the message are the caller's. */
export function writeMdn({ text, ...options }: MdnOptions): Buffer {
  const boundary = `mdn-${randomUUID()}`
  const type = `multipart/report; report-type=disposition-notification;\r\n boundary="${boundary}"`
  return Buffer.concat([
    Buffer.from(`MIME-Version: 1.0\r\nContent-Type: ${type}\r\n\r\n--${boundary}\r\n`),
    base64Entity(['Content-Type: text/plain; charset=utf-8'], Buffer.from(text)),
    Buffer.from(`--${boundary}\r\nContent-Type: ${notificationType}\r\n\r\n${notification(options)}\r\n`),
    Buffer.from(`--${boundary}--\r\n`),
  ])
}

function notification({
  reportedBy,
  finalRecipient,
  originalMessageId,
  disposition,
}: Omit<MdnOptions, 'text'>): string {
  const isFinal = disposition === 'dispatched' || disposition === 'failed'
  const fields = [
    `Reporting-UA: ${reportedBy}`,
    `Final-Recipient: rfc822; ${finalRecipient}`,
    `Original-Message-ID: ${originalMessageId}`,
    `Disposition: automatic-action/MDN-sent-automatically; ${disposition}`,
    ...(isFinal ? [`${finalDelivery}: `] : []),
  ]
  // What the message of another system contains must not become a field of its own.
  return fields.map((field) => `${field.replace(/\p{Cc}+/gu, ' ')}\r\n`).join('')
}
