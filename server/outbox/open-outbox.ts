import { randomUUID } from 'node:crypto'
import type { Jobs } from '../jobs/jobs.ts'
import { deliverMessage } from './deliver-message.ts'
import { giveUp, handOver, leaveUncertain, nameless, type Sending } from './hand-over.ts'
import type { Fate, Letter, Outbox } from './outbox.ts'
import { finishMessage, insertMessage, leaveMessage, type MessageRow } from './outbox.store.ts'

const sendForMs = 3 * 24 * 3_600_000
/** Longer than a request tries: past this, its process has died, or has left the message to its job. */
const jobAfter = { seconds: 30 } as const

export function openOutbox({ jobs, ...sending }: Sending & { jobs: Pick<Jobs, 'add' | 'addLater'> }): Outbox {
  const { db, now } = sending
  /** Keeps a message that is tried in this request, with the job that takes it up when it was not sent. */
  const keepWhileSending = async (message: MessageRow) => {
    await db.transaction(async (tx) => {
      await insertMessage(tx, message)
      await jobs.addLater(tx, deliverMessage, { input: { messageId: message.id }, after: jobAfter })
    })
    return message
  }
  return {
    offers: (channel) => sending[channel] !== undefined,
    post: async (handle, letter) => {
      const message = newMessage(letter, { at: now(), state: 'waiting' })
      await insertMessage(handle, message)
      await jobs.add(handle, deliverMessage, { messageId: message.id })
    },
    send: async (letter) =>
      sendNow(sending, await keepWhileSending(newMessage(letter, { at: now(), state: 'sending' }))),
    sendAtOnce: async (letter) => {
      const message = newMessage(letter, { at: now(), state: 'sending' })
      // When this process dies now, the message is too late for its job.
      return sendOrWithdraw(sending, await keepWhileSending({ ...message, notAfter: message.createdAt }))
    },
  }
}

function newMessage(
  { licenseeId, channel, to, subject = '', text, notAfter }: Letter,
  { at, state }: { at: Date; state: 'waiting' | 'sending' },
): MessageRow {
  return {
    id: randomUUID(),
    licenseeId,
    channel,
    recipient: to,
    subject,
    body: text,
    state,
    notAfter: notAfter ?? new Date(at.getTime() + sendForMs),
    createdAt: at,
    changedAt: at,
  }
}

async function sendNow(sending: Sending, message: MessageRow): Promise<Fate> {
  const { db, now, log } = sending
  const result = await handOver(sending, message)
  const { outcome, code } = result
  if (outcome === 'refused') {
    await giveUp(sending, message, result)
    return 'refused'
  }
  if (outcome === 'uncertain' && message.channel === 'sms') await leaveUncertain(sending, message)
  else if (outcome === 'sent') await finishMessage(db, { id: message.id, at: now(), state: 'sent' })
  else {
    log.warn({ ...nameless(message), outcome, code }, 'a message could not go out yet')
    await leaveMessage(db, { id: message.id, at: now() })
    return 'waiting'
  }
  return 'sent'
}

async function sendOrWithdraw(sending: Sending, message: MessageRow): Promise<boolean> {
  const result = await handOver(sending, message)
  const isSent = result.outcome === 'sent'
  if (isSent) await finishMessage(sending.db, { id: message.id, at: sending.now(), state: 'sent' })
  else await giveUp(sending, message, result)
  return isSent
}
