import type { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import { checkMessage } from './check-message.ts'
import type { Mail, MailMessage } from './mail.ts'
import { translateMailError } from './translate-mail-error.ts'

export interface MailOptions {
  /** Such as `smtps://user:password@mail.example.org:465`. */
  url: string
  /** For each step of the conversation, and for a message as a whole. */
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
}: MailOptions): Mail & { close(): void } {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: connections,
    // Once: for a connection that the server had closed while it was idle. What is retried beyond that, the outbox does.
    maxRequeues: 1,
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    socketTimeout: stepMs,
    dnsTimeout: stepMs,
    requireTLS: needsTls(url),
    // Words of letters come from people; none of them may name a file or an address to be read.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  // Mails on their way, by Message-ID. Once a byte was drawn from one, the server may have it whole.
  const streams = new Map<string, Readable>()
  transport.use('stream', (mail, done) => {
    mail.message.processFunc((stream) => {
      streams.set(mail.message.messageId(), stream as Readable) // nodemailer makes it by stream.pipeline
      return stream
    })
    done()
  })
  const send = async (message: MailMessage) => {
    checkMessage(message)
    const messageId = messageIdOf(message)
    try {
      await transport.sendMail({ ...wireMessage(message), messageId, signal: AbortSignal.timeout(timeoutMs) })
    } catch (error) {
      throw translateMailError(error, streams.get(messageId)?.readableDidRead ?? false)
    } finally {
      streams.delete(messageId)
    }
  }
  return { send, close: () => transport.close({ force: true }) }
}

function messageIdOf({ id, from }: MailMessage): string {
  return `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`
}

function wireMessage({ from, fromName, to, subject, text }: MailMessage) {
  return {
    from: { name: fromName.replace(/\p{Cc}+/gu, ' ').trim(), address: from },
    to: { name: '', address: to },
    subject,
    text,
    // Nobody is to be answered by an absence note (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}

/** Letters hold personal data: off this machine they travel encrypted, unless the address says `?ignoreTLS=true`. */
function needsTls(url: string): boolean {
  const { hostname, protocol, searchParams } = new URL(url)
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return protocol === 'smtp:' && !isHere && searchParams.get('ignoreTLS') !== 'true'
}
