import { expect } from 'vitest'
import type { RunningPortal, SentMessage } from './portal.ts'

/**
 * Waits for a message to an email address or phone number whose subject or text matches, and returns the newest one.
 * Messages of one act are delivered side by side, and those of earlier acts may come late: where one stands among them
 * says nothing.
 */
export async function messageTo(
  portal: Pick<RunningPortal, 'outbox'>,
  to: string,
  words: RegExp,
): Promise<SentMessage> {
  const matching = async () =>
    (await portal.outbox(to)).filter(({ subject, text }) => words.test(subject) || words.test(text))
  await expect.poll(matching).not.toEqual([])
  return (await matching())[0]!
}
