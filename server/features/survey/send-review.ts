import Type from 'typebox'
import { GiveUp, job, recurring } from '../../jobs/job.ts'
import { servedPractice } from '../../practice/served-practice.ts'
import type { SurveyServices } from './survey.link.ts'
import { keepReview, keptReview, settleReview, takeEarlierReviews } from './survey.store.ts'

/** Longer than the request that stores a review takes to send it. */
const sendAfter = { seconds: 20 } as const

/**
 * Sends a review whose request stored it but was killed before sending it or undoing it. Sending twice is harmless: the
 * record server keeps the first one.
 */
export const sendReview = job('survey.sendReview', {
  input: Type.Object({ licenseeId: Type.String(), appointmentId: Type.String() }, { additionalProperties: false }),
  keepTryingFor: { days: 7 }, // as long as the practice may still act on it
  looksAgain: { needless: 'its request has begun to send it' },
  run: async ({ db, licensees, emrOf }: SurveyServices, about) => {
    const review = await keptReview(db, about)
    if (!review) return
    if (!(await emrOf(servedPractice(licensees, review.licenseeId)).addReview(review)))
      throw new GiveUp('the record server does not know the visit')
    await settleReview(db, review)
  },
  givenUp: ({ db }, about) => settleReview(db, about),
})

/**
 * Uses up a link and stores the review, for its request to send. The job does nothing if this request has sent or
 * undone the review.
 */
export function keepToSend(
  { db, jobs }: Pick<SurveyServices, 'db' | 'jobs'>,
  kept: Parameters<typeof keepReview>[1],
): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await keepReview(tx, kept))) return false
    const { licenseeId, appointmentId } = kept.review
    await jobs.addLater(tx, sendReview, { input: { licenseeId, appointmentId }, after: sendAfter })
    return true
  })
}

/** Portal 0.3 and earlier stored reviews without a job. */
export const sendEarlierReviews = recurring('survey.sendEarlierReviews', {
  every: { minutes: 10 },
  run: ({ db, now, jobs }: SurveyServices) =>
    db.transaction(async (tx) => {
      for (const about of await takeEarlierReviews(tx, { at: now() })) await jobs.add(tx, sendReview, about)
    }),
})
