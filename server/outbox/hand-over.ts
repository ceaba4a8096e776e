import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/open.ts'
import { DeliveryError } from '../gateways/delivery-error.ts'
import type { Mail, MailMessage } from '../gateways/mail/mail.ts'
import type { Sms } from '../gateways/sms/sms.ts'
import { composeMail, withLogo, type MailPractice } from './compose-mail.ts'
import type { WordEncryption } from './encrypted-words.ts'
import type { AttemptOutcome, Email, WrittenMail } from './outbox.ts'
import { finishMessage, leaveMessage, type Addressee, type MessageRow } from './outbox.store.ts'

export interface Sending {
  db: Db
  encryption: WordEncryption
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
  /** The keyed hash by which messages to a person are looked up. */
  recipientKeyOf: (recipient: string) => string
  /** Called when a message was sent, given up or left to its job. */
  changed: (message: Addressee) => void
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
  outcome: AttemptOutcome | 'too late'
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
  return resultOf(gateways[message.channel])
}

async function resultOf(send: (() => Promise<void>) | undefined): Promise<Result & { outcome: AttemptOutcome }> {
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

/** Tries to send a mail that is not stored here. Throws only errors that are not gateway errors. */
export async function tryMail(
  sending: Sending,
  written: WrittenMail | Email,
  { id, withinMs }: { id: string; withinMs: number },
): Promise<AttemptOutcome> {
  const { mail, mailFrom: from, practiceOf, log } = sending
  const { licenseeId, to } = written
  const { name: fromName } = practiceOf(licenseeId)
  const { outcome, code } = await resultOf(
    mail &&
      (async () => {
        const words = 'content' in written ? await framed(sending, written) : { ...written, isWritten: true }
        return mail.send({ fromName, ...words, id, from, to }, { withinMs })
      }),
  )
  if (outcome !== 'sent') log.warn({ message: id, licensee: licenseeId, outcome, code }, 'a mail could not be sent yet')
  return outcome
}

async function framed(
  sending: Sending,
  { licenseeId, content }: Email,
): Promise<Pick<MailMessage, 'subject' | 'text' | 'html' | 'picture'>> {
  const { html, ...composed } = composeMail(content, sending.practiceOf(licenseeId))
  return { ...composed, ...(await htmlWithLogo(sending, { licenseeId, html })) }
}

/** Mails show the logo of the moment in which they are sent. */
async function htmlWithLogo(
  { logoOf, practiceOf }: Sending,
  { licenseeId, html }: Pick<MessageRow, 'licenseeId' | 'html'>,
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
export async function leaveUncertain(sending: Sending, message: MessageRow): Promise<void> {
  sending.log.warn(nameless(message), 'a text message may have been accepted and is not sent again')
  await changeState(sending, { id: message.id, state: 'sent' })
}

export async function giveUp(sending: Sending, message: MessageRow, { outcome, code }: Result): Promise<void> {
  sending.log.error({ ...nameless(message), outcome, code }, 'a message was given up')
  await changeState(sending, { id: message.id, state: 'given up' })
}

/** Ends a message or leaves it to its job, so that pages that show it hear of it. */
export async function changeState(
  { db, now, changed }: Pick<Sending, 'db' | 'now' | 'changed'>,
  { id, state }: { id: string; state: 'sent' | 'given up' | 'waiting' },
): Promise<void> {
  const at = now()
  const message = await (state === 'waiting' ? leaveMessage(db, { id, at }) : finishMessage(db, { id, at, state }))
  if (message) changed(message)
}

/** What the log may contain of a message: neither recipient nor content. */
export function nameless({ id, licenseeId, channel }: MessageRow) {
  return { message: id, licensee: licenseeId, channel }
}
