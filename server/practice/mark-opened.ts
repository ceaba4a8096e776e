import type { Effect } from '../../schemas/effect.ts'
import { EmrError } from '../gateways/emr/emr.errors.ts'
import { isSettledWithin } from '../protocol/settled-within.ts'

/** How long somebody waits for the mark of what they open. */
const waitMs = 3_000

interface Marking<T> {
  mark: () => Promise<T>
  /** Adds the job that marks it, which tries again. */
  markLater: () => Promise<void>
}

/**
 * Marks at the record server what somebody opens. What is opened does not depend on its mark: when that fails, or takes
 * long, a job goes on with it. Returns the result of the mark; undefined if it is not known yet.
 */
export async function markOpened<T>({ mark, markLater }: Marking<T>): Promise<{ result: T } | undefined> {
  const marking = mark()
  try {
    if (await isSettledWithin(waitMs, marking)) return { result: await marking }
  } catch (error) {
    if (!(error instanceof EmrError)) throw error
  }
  await markLater()
  return undefined
}

/** Said where what was opened goes on to be shown as new. */
export const markedLater: Effect = {
  type: 'notify',
  tone: 'info',
  text: 'This shows as new until the records of the office can be reached again.',
}
