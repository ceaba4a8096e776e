import type { SurveyTools } from './survey.link.ts'
import { settleReview, takeUnsent } from './survey.store.ts'

const everyMs = 30_000
/** Longer than any call to the record server takes. */
const abandonedAfterMs = 20_000

/** Sends reviews that a killed process has kept and not sent: now, and every half minute. Answers the stop. */
export function startSending(tools: SurveyTools): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  const send = () => {
    running = running
      .then(() => sendUnsent(tools))
      .catch((error: unknown) => tools.log.error({ err: error }, 'reviews could not be sent'))
  }
  send()
  const timer = setInterval(send, everyMs).unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}

/** What the record server does not take now is tried again; twice does no harm, since it keeps the first. */
export async function sendUnsent({ db, licensees, emrOf, now, log }: SurveyTools): Promise<void> {
  const at = now()
  for (const review of await takeUnsent(db, { at, before: new Date(at.getTime() - abandonedAfterMs) })) {
    const { licenseeId: licensee } = review
    const practice = licensees.find(({ id }) => id === licensee)
    if (!practice) continue
    try {
      const isKnown = await emrOf(practice).addReview(review)
      if (!isKnown) log.error({ licensee }, 'the record server does not know the visit of a review')
      await settleReview(db, review)
    } catch (error) {
      log.error({ err: error, licensee }, 'a review could not be sent')
    }
  }
}
