import type { Readable } from 'node:stream'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { encodeWord } from 'nodemailer/lib/mime-funcs'
import { checkMessage } from './check-message.ts'
import type { Mail, MailMessage, SourceMail } from './mail.ts'
import { translateMailError } from './translate-mail-error.ts'

export interface MailOptions {
  /** Such as `smtps://user:password@mail.example.org:465`. */
  url: string
  /** The limit for each SMTP step, and for a message as a whole. */
  stepMs?: number
  timeoutMs?: number
  connections?: number
}

/** The gateway to the mail server. Close it when the portal stops. */
export function createMail({
  url,
  stepMs = 5000,
  timeoutMs = 6000,
  connections = 4,
}: MailOptions): Mail & SourceMail & { close(): void } {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: connections,
    // One retry, for a connection that the server closed while it was idle. The outbox does all further retries.
    maxRequeues: 1,
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    socketTimeout: stepMs,
    dnsTimeout: stepMs,
    requireTLS: needsTls(url),
    // Message texts contain user input, which must not name a file or URL to read.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  // Mails in transfer, by Message-ID. Once a byte was read from the stream, the server may have received all of it.
  const streams = new Map<string, Readable>()
  transport.use('stream', (mail, done) => {
    mail.message.processFunc((stream) => {
      streams.set(mail.message.messageId(), stream as Readable) // nodemailer creates it with stream.pipeline
      return stream
    })
    done()
  })
  const deliver = async (mail: SendMailOptions & { messageId: string }, withinMs = timeoutMs) => {
    try {
      await transport.sendMail({ ...mail, signal: AbortSignal.timeout(withinMs) })
    } catch (error) {
      throw translateMailError(error, streams.get(mail.messageId)?.readableDidRead ?? false)
    } finally {
      streams.delete(mail.messageId)
    }
  }
  return {
    send: async (message, { withinMs } = {}) => {
      checkMessage(message)
      await deliver({ ...wireMessage(message), messageId: messageIdOf(message) }, withinMs)
    },
    sendSource: async (raw, { id, from, to }, { withinMs } = {}) => {
      checkMessage({ from, to, subject: '' })
      await deliver({ raw, envelope: { from, to }, messageId: messageIdOf({ id, from }) }, withinMs)
    },
    close: () => transport.close({ force: true }),
  }
}

/** The id of a message, as its recipients see it. */
export function messageIdOf({ id, from }: Pick<MailMessage, 'id' | 'from'>): string {
  return `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`
}

/** Returns the name of a sender as one line. */
export const plainName = (name: string): string => name.replace(/\p{Cc}+/gu, ' ').trim()

/** Returns a subject for the wire: what looks like an encoded word (RFC 2047) is encoded, or readers would see another. */
export const wireSubject = (subject: string): string =>
  subject.includes('=?') ? encodeWord(subject, 'Q', 52) : subject

function wireMessage(message: MailMessage) {
  const { from, fromName, to, replyTo, subject, text, html, picture, attachments = [], isWritten } = message
  const files = attachments.map(({ name, type, content }) => ({ filename: name, contentType: type, content }))
  return {
    from: { name: plainName(fromName), address: from },
    to: { name: '', address: to },
    ...(replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }),
    subject: wireSubject(subject),
    text,
    ...(html === null ? {} : { html }),
    attachments: [...(picture ? [inlinePicture(picture)] : []), ...files],
    // Keeps long lines and blanks as they were written.
    ...(isWritten ? { textEncoding: 'base64' as const } : {}),
    // Suppresses absence notes (RFC 3834).
    headers: isWritten ? {} : { 'Auto-Submitted': 'auto-generated' },
  }
}

function inlinePicture({ cid, content }: NonNullable<MailMessage['picture']>) {
  const type = { contentType: 'image/png', contentDisposition: 'inline' } as const
  return { cid, content, filename: `${cid}.png`, ...type }
}

/** Messages contain personal data: connections to other hosts use TLS, unless the URL has `?ignoreTLS=true`. */
function needsTls(url: string): boolean {
  const { hostname, protocol, searchParams } = new URL(url)
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return protocol === 'smtp:' && !isHere && searchParams.get('ignoreTLS') !== 'true'
}
