import { repeat } from '../../protocol/repeat.ts'
import type { SurveyServices } from './survey.link.ts'
import { nextTryAt } from './survey.rules.ts'
import { postponeReview, settleReview, takeUnsent, type UnsentReview } from './survey.store.ts'

const everyMs = 30_000

/** Sends reviews that a killed process has kept and not sent: now, and every half minute. Answers the stop. */
export function startSending(services: SurveyServices): () => Promise<void> {
  let isOver = false
  const { stop } = repeat({
    everyMs,
    run: () => sendUnsent(services, () => isOver),
    failed: (error) => services.log.error({ err: error }, 'reviews could not be sent'),
  })
  return () => {
    isOver = true
    return stop()
  }
}

async function sendUnsent(services: SurveyServices, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const review = await takeUnsent(services.db, { at: services.now() })
    if (!review) return
    await sendOne(services, review)
  }
}

/** What the record server does not take now is tried again; twice does no harm, since it keeps the first. */
async function sendOne({ db, licensees, emrOf, now, log }: SurveyServices, review: UnsentReview): Promise<void> {
  const { licenseeId: licensee, tries, keptAt } = review
  const practice = licensees.find(({ id }) => id === licensee)
  try {
    const isKnown = practice && (await emrOf(practice).addReview(review))
    if (!isKnown) log.error({ licensee }, 'nobody knows the visit of a review')
    await settleReview(db, review)
  } catch (error) {
    const until = nextTryAt({ tries, since: keptAt, at: now() })
    log.error({ err: error, licensee, tries }, until ? 'a review could not be sent' : 'a review is given up')
    await (until ? postponeReview(db, { review, until }) : settleReview(db, review))
  }
}
