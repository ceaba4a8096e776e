import { randomUUID } from 'node:crypto'
import type { Letter, Outbox } from './outbox.ts'
import { insertLetter, type LetterRow } from './outbox.store.ts'
import { createSweeper, leaseMs } from './sweep-letters.ts'
import { tryLetter, tryOnce, type Sending } from './try-letter.ts'

const sendForMs = 3 * 24 * 3_600_000

export function openOutbox(sending: Sending): Outbox {
  const { db, now } = sending
  const sweeper = createSweeper(sending)
  return {
    offers: (channel) => sending[channel] !== undefined,
    post: async (handle, letter) => {
      await insertLetter(handle, waiting(letter, now()))
      sweeper.wake()
    },
    send: async (letter) => {
      const row = onItsWay(letter, now())
      await insertLetter(db, row)
      return tryLetter(sending, row)
    },
    sendAtOnce: async (letter) => {
      const row = onItsWay(letter, now())
      // A process that dies now leaves a letter that nobody takes up: it is too late when the lease ends.
      const withdrawn = { ...row, notAfter: row.nextTryAt }
      await insertLetter(db, withdrawn)
      return tryOnce(sending, withdrawn)
    },
    start: () => sweeper.start(),
  }
}

function waiting({ licenseeId, channel, to, subject = '', text, notAfter }: Letter, at: Date): LetterRow {
  return {
    id: randomUUID(),
    licenseeId,
    channel,
    recipient: to,
    subject,
    body: text,
    state: 'waiting',
    tries: 0,
    nextTryAt: at,
    notAfter: notAfter ?? new Date(at.getTime() + sendForMs),
    createdAt: at,
    changedAt: at,
  }
}

/** Claimed from the beginning, so that no sweep takes it. */
function onItsWay(letter: Letter, at: Date): LetterRow {
  return { ...waiting(letter, at), state: 'sending', tries: 1, nextTryAt: new Date(at.getTime() + leaseMs) }
}
