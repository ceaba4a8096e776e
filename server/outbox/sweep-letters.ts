import { claimLetter, deleteFinished, dueLetters, type LetterRow } from './outbox.store.ts'
import { giveUp, settleUncertain, tryLetter, type Sending } from './try-letter.ts'

/** Longer than any try takes: past this, whoever was sending a letter has died. */
export const leaseMs = 120_000
const everyMs = 1000
/** So that the transaction that posted a letter is over when it is looked for. */
const wakeAfterMs = 50
const keepForMs = 7 * 24 * 3_600_000
const cleanEveryMs = 600_000
const most = 40
const atATime = 4

export interface Sweeper {
  /** Looks for letters in a moment, rather than within a second. */
  wake(): void
  start(): () => Promise<void>
}

export function createSweeper(sending: Sending): Sweeper {
  let running: Promise<void> | undefined
  let isOn = false
  let cleanAt = 0
  const sweep = async () => {
    await sweepLetters(sending, () => !isOn)
    const at = sending.now().getTime()
    if (at < cleanAt) return
    cleanAt = at + cleanEveryMs
    await deleteFinished(sending.db, { before: new Date(at - keepForMs) })
  }
  const run = () => {
    if (!isOn || running) return
    running = sweep()
      .catch((error: unknown) => sending.log.error({ err: error }, 'letters could not be swept'))
      .finally(() => (running = undefined))
  }
  return {
    wake: () => void setTimeout(run, wakeAfterMs).unref(),
    start: () => {
      isOn = true
      const timer = setInterval(run, everyMs).unref()
      return async () => {
        isOn = false
        clearInterval(timer)
        await running
      }
    },
  }
}

/** Sends every letter whose turn it is, a few at a time. Any number of processes may do so at once. */
export async function sweepLetters(sending: Sending, stopped: () => boolean = () => false): Promise<void> {
  const due = await dueLetters(sending.db, { at: sending.now(), most })
  const rest = due.values()
  const work = async () => {
    for (const seen of rest) {
      if (stopped()) return
      await takeUp(sending, seen).catch((error: unknown) =>
        sending.log.error({ err: error, letter: seen.id }, 'a letter could not be sent'),
      )
    }
  }
  await Promise.all(Array.from({ length: atATime }, work))
  if (due.length === most && !stopped()) await sweepLetters(sending, stopped)
}

async function takeUp(sending: Sending, seen: LetterRow): Promise<void> {
  const at = sending.now()
  const letter = await claimLetter(sending.db, { seen, at, leaseEndsAt: new Date(at.getTime() + leaseMs) })
  if (!letter) return
  if (at >= letter.notAfter) return giveUp(sending, letter, { outcome: 'too late' })
  const wasOnItsWay = seen.state === 'sending'
  if (wasOnItsWay && letter.channel === 'sms') await settleUncertain(sending, letter, { outcome: 'uncertain' })
  else await tryLetter(sending, letter)
}
