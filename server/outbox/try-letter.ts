import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/open.ts'
import { DeliveryError } from '../gateways/delivery-error.ts'
import type { Mail } from '../gateways/mail/mail.ts'
import type { Sms } from '../gateways/sms/sms.ts'
import type { Fate } from './outbox.ts'
import { finishLetter, postponeLetter, type LetterRow } from './outbox.store.ts'

export interface Sending {
  db: Db
  now: () => Date
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  /** Without one, nothing goes out that way. */
  mail?: Mail
  sms?: Sms
  /** The address that mail comes from. */
  mailFrom: string
  /** The name beside it: that of the practice. */
  fromName: (licenseeId: string) => string
}

interface Result {
  outcome: 'sent' | DeliveryError['outcome'] | 'no gateway' | 'too late'
  /** Codes of the far side. */
  code?: string
}

const second = 1000
const minute = 60 * second
/** A server that is down for a moment is found again soon; one that is down for a day is not asked all day. */
const pauses = [5 * second, 30 * second, 2 * minute, 10 * minute, 60 * minute]

/** Sends a claimed letter, notes what became of it, and answers that. */
export async function tryLetter(sending: Sending, letter: LetterRow): Promise<Fate> {
  const result = await handOver(sending, letter)
  if (result.outcome === 'uncertain') return settleUncertain(sending, letter, result)
  if (result.outcome === 'sent') {
    await finish(sending, letter, 'sent')
    return 'sent'
  }
  if (result.outcome === 'refused') {
    await giveUp(sending, letter, result)
    return 'refused'
  }
  await postpone(sending, letter, result)
  return 'waiting'
}

/** The same, but whatever is not surely sent is withdrawn. */
export async function tryOnce(sending: Sending, letter: LetterRow): Promise<boolean> {
  const result = await handOver(sending, letter)
  if (result.outcome !== 'sent') await giveUp(sending, letter, result)
  else await finish(sending, letter, 'sent')
  return result.outcome === 'sent'
}

async function handOver(sending: Sending, letter: LetterRow): Promise<Result> {
  const { id, licenseeId, recipient: to, subject, body: text } = letter
  const { mail, sms, mailFrom: from, fromName } = sending
  const ways = {
    mail: mail && (() => mail.send({ id, from, fromName: fromName(licenseeId), to, subject, text })),
    sms: sms && (() => sms.send({ to, text })),
  }
  const send = ways[letter.channel]
  if (!send) return { outcome: 'no gateway' }
  try {
    await send()
    return { outcome: 'sent' }
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error
    const { outcome, code } = error
    return { outcome, code }
  }
}

/**
 * A mail goes again once the lease is over, under the same Message-ID, by which mail servers know it. A text message
 * has no such id, and the same one twice is worse than one that its reader asks for again.
 */
export async function settleUncertain(sending: Sending, letter: LetterRow, result: Result): Promise<Fate> {
  const isMail = letter.channel === 'mail'
  const words = isMail ? 'a mail may have been taken: tried again' : 'a text message may have been taken: left at that'
  sending.log.warn({ ...nameless(letter), ...result }, words)
  if (isMail) return 'waiting'
  await finish(sending, letter, 'sent')
  return 'sent'
}

export async function giveUp(sending: Sending, letter: LetterRow, result: Result): Promise<void> {
  sending.log.error({ ...nameless(letter), ...result }, 'a letter was given up')
  await finish(sending, letter, 'given up')
}

async function postpone(sending: Sending, letter: LetterRow, result: Result): Promise<void> {
  const at = sending.now()
  const pause = pauses[Math.min(letter.tries, pauses.length) - 1] ?? minute
  const nextTryAt = new Date(Math.min(at.getTime() + pause, letter.notAfter.getTime()))
  sending.log.warn({ ...nameless(letter), ...result, nextTryAt }, 'a letter could not go out yet')
  await postponeLetter(sending.db, { seen: letter, at, nextTryAt })
}

function finish({ db, now }: Sending, seen: LetterRow, state: 'sent' | 'given up'): Promise<void> {
  return finishLetter(db, { seen, at: now(), state })
}

/** What the log may hold of a letter: neither whom it is to nor what it says. */
function nameless({ id, licenseeId, channel, tries }: LetterRow) {
  return { letter: id, licensee: licenseeId, channel, tries }
}
