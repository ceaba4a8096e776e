import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/open.ts'
import { DeliveryError } from '../gateways/delivery-error.ts'
import type { Mail, MailMessage } from '../gateways/mail/mail.ts'
import type { Sms } from '../gateways/sms/sms.ts'
import { withLogo, type MailPractice } from './compose-mail.ts'
import { finishMessage, type MessageRow } from './outbox.store.ts'

export interface Sending {
  db: Db
  now: () => Date
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  /** Without a transport, no message of that channel is sent. */
  mail?: Mail
  sms?: Sms
  /** The sender address of mails. */
  mailFrom: string
  /** Whose name, phone number and color mails have. */
  practiceOf: (licenseeId: string) => MailPractice
  /** The logo that its mails show; undefined for initials and name. */
  logoOf: (licenseeId: string) => Promise<MailLogo | undefined>
}

/** A PNG, and its size in px. */
interface MailLogo {
  content: Buffer
  width: number
  height: number
}

const logoName = 'logo'

/** The code of a gateway's error, or `no gateway`. */
interface Result {
  outcome: 'sent' | DeliveryError['outcome'] | 'no gateway' | 'too late'
  /** Error codes of the server or carrier. */
  code?: string
  error?: unknown
}

class NoGateway extends Error {
  override name = 'NoGateway'
}

/** Tries to send a message. Throws only errors that are not gateway errors. */
export async function handOver(sending: Sending, message: MessageRow): Promise<Result> {
  const { licenseeId, recipient: to, body: text } = message
  const { mail, sms, mailFrom: from, practiceOf } = sending
  const gateways = {
    mail:
      mail &&
      (async () => {
        const { id, subject } = message
        const fromName = practiceOf(licenseeId).name
        return mail.send({ id, from, fromName, to, subject, text, ...(await htmlWithLogo(sending, message)) })
      }),
    sms: sms && (() => sms.send({ to, text })),
  }
  const send = gateways[message.channel]
  if (!send) return { outcome: 'no gateway', error: new NoGateway() }
  try {
    await send()
    return { outcome: 'sent' }
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error
    const { outcome, code } = error
    return { outcome, code, error }
  }
}

/** Mails show the logo of the moment in which they are sent. */
async function htmlWithLogo(
  { logoOf, practiceOf }: Sending,
  { licenseeId, html }: MessageRow,
): Promise<Pick<MailMessage, 'html' | 'picture'>> {
  const logo = html === null ? undefined : await logoOf(licenseeId)
  if (html === null || !logo) return { html }
  const { content, ...size } = logo
  const shown = withLogo(html, { cid: logoName, ...size }, practiceOf(licenseeId).name)
  return shown === html ? { html } : { html: shown, picture: { cid: logoName, content } }
}

/**
 * A text message has no id to detect repetition by, and a duplicate is worse than one that its recipient requests
 * again.
 */
export async function leaveUncertain({ db, now, log }: Sending, message: MessageRow): Promise<void> {
  log.warn(nameless(message), 'a text message may have been accepted and is not sent again')
  await finishMessage(db, { id: message.id, at: now(), state: 'sent' })
}

export async function giveUp({ db, now, log }: Sending, message: MessageRow, { outcome, code }: Result): Promise<void> {
  log.error({ ...nameless(message), outcome, code }, 'a message was given up')
  await finishMessage(db, { id: message.id, at: now(), state: 'given up' })
}

/** What the log may contain of a message: neither recipient nor content. */
export function nameless({ id, licenseeId, channel }: MessageRow) {
  return { message: id, licensee: licenseeId, channel }
}
