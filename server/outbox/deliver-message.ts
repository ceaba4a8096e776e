import Type from 'typebox'
import { GiveUp, job, recurring, type Work } from '../jobs/job.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { withReadableWords } from './encrypted-words.ts'
import { changeState, giveUp, handOver, leaveUncertain, type Sending } from './hand-over.ts'
import { deleteFinished, deleteLeftHtml, openMessage, takeEarlierMessages } from './outbox.store.ts'

const keepForMs = 7 * 24 * 3_600_000

/**
 * Sends a message. A mail that may have been accepted already is sent again under the same Message-ID, by which mail
 * servers recognize it.
 */
export const deliverMessage = job('outbox.deliver', {
  input: Type.Object({ messageId: Type.String() }, { additionalProperties: false }),
  keepTryingFor: { days: 60 }, // the message's own `notAfter` comes earlier
  looksAgain: { needless: 'the practice writes, and what a link in it opens asks by itself' },
  run: async (sending: Sending, { messageId }, { wasInterrupted }) => {
    const { db, now } = sending
    const stored = await openMessage(db, messageId)
    if (!stored) return
    const message = withReadableWords(sending.encryption, stored)
    if (now() >= message.notAfter) {
      await giveUp(sending, message, { outcome: 'too late' })
      throw new GiveUp('the message is too late')
    }
    const isSms = message.channel === 'sms'
    const mayHaveLeft = wasInterrupted || message.state === 'sending'
    if (isSms && mayHaveLeft) return leaveUncertain(sending, message)
    const result = await handOver(sending, message)
    if (result.outcome === 'sent') return changeState(sending, { id: messageId, state: 'sent' })
    if (result.outcome === 'refused') {
      await giveUp(sending, message, result)
      throw new GiveUp('the recipient is refused')
    }
    if (isSms && result.outcome === 'uncertain') return leaveUncertain(sending, message)
    throw result.error
  },
  givenUp: (sending, { messageId }) => changeState(sending, { id: messageId, state: 'given up' }),
})

export const forgetDelivered = recurring('outbox.forgetDelivered', {
  every: { minutes: 10 },
  run: async ({ db, now }: Sending) => {
    await deleteLeftHtml(db)
    await deleteFinished(db, { before: new Date(now().getTime() - keepForMs) })
  },
})

/** Delivers messages without jobs, which portal 0.3 and earlier kept. */
export const deliverEarlier = recurring('outbox.deliverEarlier', {
  every: { minutes: 2 },
  run: ({ db, now, jobs }: Sending & { jobs: Pick<Jobs, 'add'> }) =>
    db.transaction(async (tx) => {
      for (const messageId of await takeEarlierMessages(tx, { at: now() }))
        await jobs.add(tx, deliverMessage, { messageId })
    }),
})

export function outboxJobs(sending: Sending & { jobs: Pick<Jobs, 'add'> }): Work[] {
  return [deliverMessage.using(sending), forgetDelivered.using(sending), deliverEarlier.using(sending)]
}
