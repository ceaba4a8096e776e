import { randomUUID } from 'node:crypto'
import type { Jobs } from '../jobs/jobs.ts'
import { composeMail } from './compose-mail.ts'
import { deliverMessage } from './deliver-message.ts'
import { withEncryptedWords } from './encrypted-words.ts'
import { changeState, giveUp, handOver, leaveUncertain, nameless, tryMail, type Sending } from './hand-over.ts'
import type { Fate, OutboxMessage, Outbox } from './outbox.ts'
import { insertMessage, type MessageRow } from './outbox.store.ts'

const sendForMs = 3 * 24 * 3_600_000
/** Longer than a request tries to send: after this, its process has died or has left the message to the job. */
const jobAfter = { seconds: 30 } as const

export function openOutbox({ jobs, ...sending }: Sending & { jobs: Pick<Jobs, 'add' | 'addLater'> }): Outbox {
  const { db, encryption } = sending
  /** Stores a message that this request tries to send, with the job that sends it if the request does not. */
  const keepWhileSending = async (message: MessageRow) => {
    await db.transaction(async (tx) => {
      await insertMessage(tx, withEncryptedWords(encryption, message))
      await jobs.addLater(tx, deliverMessage, { input: { messageId: message.id }, after: jobAfter })
    })
    return message
  }
  return {
    offers: (channel) => sending[channel] !== undefined,
    enqueue: async (handle, content) => {
      const message = newMessage(sending, content, 'waiting')
      await insertMessage(handle, withEncryptedWords(encryption, message))
      await jobs.add(handle, deliverMessage, { messageId: message.id })
    },
    send: async (content) => sendNow(sending, await keepWhileSending(newMessage(sending, content, 'sending'))),
    sendAtOnce: async (content) => {
      const message = newMessage(sending, content, 'sending')
      // If this process dies now, the message expires before its job runs.
      return sendOrWithdraw(sending, await keepWhileSending({ ...message, notAfter: message.createdAt }))
    },
    tryMail: (mail, attempt) => tryMail(sending, mail, attempt),
  }
}

function newMessage(
  { now, practiceOf, recipientKeyOf }: Sending,
  message: OutboxMessage,
  state: 'waiting' | 'sending',
): MessageRow {
  const { licenseeId, channel, to, notAfter } = message
  const at = now()
  const { subject, text, html } =
    message.channel === 'mail'
      ? composeMail(message.content, practiceOf(licenseeId))
      : { subject: '', text: message.text, html: null }
  return {
    id: randomUUID(),
    licenseeId,
    channel,
    recipient: to,
    recipientKey: recipientKeyOf(to),
    subject,
    body: text,
    html,
    state,
    notAfter: notAfter ?? new Date(at.getTime() + sendForMs),
    createdAt: at,
    changedAt: at,
  }
}

async function sendNow(sending: Sending, message: MessageRow): Promise<Fate> {
  const result = await handOver(sending, message)
  const { outcome, code } = result
  if (outcome === 'refused') {
    await giveUp(sending, message, result)
    return 'refused'
  }
  if (outcome === 'uncertain' && message.channel === 'sms') await leaveUncertain(sending, message)
  else if (outcome === 'sent') await changeState(sending, { id: message.id, state: 'sent' })
  else {
    sending.log.warn({ ...nameless(message), outcome, code }, 'a message could not be sent yet')
    await changeState(sending, { id: message.id, state: 'waiting' })
    return 'waiting'
  }
  return 'sent'
}

async function sendOrWithdraw(sending: Sending, message: MessageRow): Promise<boolean> {
  const result = await handOver(sending, message)
  const isSent = result.outcome === 'sent'
  if (isSent) await changeState(sending, { id: message.id, state: 'sent' })
  else await giveUp(sending, message, result)
  return isSent
}
