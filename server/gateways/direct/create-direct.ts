import { setTimeout as pause } from 'node:timers/promises'
import MailComposer from 'nodemailer/lib/mail-composer'
import MimeNode from 'nodemailer/lib/mime-node'
import { messageIdOf, plainName, wireSubject } from '../mail/create-mail.ts'
import type { SourceMail } from '../mail/mail.ts'
import type { Direct, DirectMessage } from './direct.ts'
import { DirectError } from './direct.errors.ts'
import { findCertificates, type CertificateSource } from './find-certificates.ts'
import { mdnRequest } from './mdn.ts'
import { signAndEncrypt } from './smime.ts'
import type { TrustFolder } from './trust-folder.ts'

interface DirectOptions {
  /** The server of the HISP. */
  server: SourceMail
  /** The address that messages come from; the own certificate is of it or of its domain. */
  address: string
  folder: Pick<TrustFolder, 'own' | 'trust'>
  /** Where certificates of recipients are looked up, in this order. */
  sources: readonly CertificateSource[]
  now: () => Date
}

/** The gateway for Direct messages. */
export function createDirect({ server, address, folder, sources, now }: DirectOptions): Direct {
  return {
    address,
    send: async (message, limit) => {
      const { id, to } = message
      const at = now()
      const [trust, signer] = await configured(Promise.all([folder.trust(), folder.own()]))
      const recipients = await inTime(findCertificates(sources, { address: to, at, ...trust }), limit.withinMs)
      const wrapped = await wrappedMessage(message, { address, at })
      const encrypted = await signAndEncrypt(wrapped, { signer, recipients })
      const source = Buffer.concat([outerHeaders(message, { address, at }), encrypted])
      await server.sendSource(source, { id, from: address, to }, limit)
    },
  }
}

/** A fault of the folder is mended on this side: until then messages wait. */
async function configured<T>(files: Promise<T>): Promise<T> {
  return files.catch((error: Error) => {
    throw new DirectError('unreachable', `the folder for Direct: ${error.message}`)
  })
}

/** Any domain can name servers that are slow, one after the other; somebody waits for the response. */
async function inTime<T>(lookup: Promise<T>, withinMs: number): Promise<T> {
  const waiting = new AbortController()
  const tooLate = pause(withinMs, undefined, { signal: waiting.signal }).then(() => {
    throw new DirectError('unreachable', 'no certificate in time')
  })
  return Promise.race([lookup, tooLate]).finally(() => waiting.abort())
}

interface Sender {
  address: string
  at: Date
}

/** The whole message becomes the content, so that its subject is protected too (RFC 8551 §3.1). */
async function wrappedMessage(message: DirectMessage, { address, at }: Sender): Promise<Buffer> {
  const { id, fromName, to, subject, text, html, attachments } = message
  const composed = new MailComposer({
    from: { name: plainName(fromName), address },
    to: { name: '', address: to },
    date: at,
    messageId: messageIdOf({ id, from: address }),
    subject: wireSubject(subject),
    text,
    html,
    textEncoding: 'base64', // keeps long lines and blanks
    attachments: attachments.map(({ name, type, content }) => ({ filename: name, contentType: type, content })),
    // Texts contain user input, which must not name a file or URL to read.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return Buffer.concat([Buffer.from('Content-Type: message/rfc822\r\n\r\n'), await composed.compile().build()])
}

/** What servers on the way may read. */
function outerHeaders({ id, to }: DirectMessage, { address, at }: Sender): Buffer {
  const headers = new MimeNode()
    .setHeader({
      From: address,
      To: to,
      Subject: 'Direct message',
      Date: at.toUTCString().replace('GMT', '+0000'),
      'Message-ID': messageIdOf({ id, from: address }),
      ...mdnRequest(address),
    })
    .buildHeaders()
    .split('\r\n')
  // The encrypted entity brings those of MIME.
  return Buffer.from(headers.filter((line) => !/^(MIME-Version|Content-[\w-]+):/i.test(line)).join('\r\n') + '\r\n')
}
