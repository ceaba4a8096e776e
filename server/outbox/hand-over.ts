import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/open.ts'
import { DeliveryError } from '../gateways/delivery-error.ts'
import type { Mail } from '../gateways/mail/mail.ts'
import type { Sms } from '../gateways/sms/sms.ts'
import type { MailPractice } from './compose-mail.ts'
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
}

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
  const { id, licenseeId, recipient: to, subject, body: text, html } = message
  const { mail, sms, mailFrom: from, practiceOf } = sending
  const gateways = {
    mail: mail && (() => mail.send({ id, from, fromName: practiceOf(licenseeId).name, to, subject, text, html })),
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
