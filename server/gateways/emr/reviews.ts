import type { RecordClient } from './record-client.ts'
import { recordNumber } from './record-number.ts'
import { DoneAnswer } from './wire/appointment.ts'
import { ReviewPageAnswer, TextAnswer } from './wire/reference.ts'

interface Review {
  appointmentId: string
  /** 1 to 5. */
  stars: number
  comments: string
}

/** What patients say of a visit. */
export interface Reviews {
  /** Keeps the first review of an appointment; harmless twice. False for an unknown appointment. */
  addReview(review: Review): Promise<boolean>
  /** What to answer to so many stars. */
  feedbackAcknowledgement(about: Pick<Review, 'appointmentId' | 'stars'>): Promise<string>
  /** An https address where the practice is reviewed in public; undefined when it has none. */
  reviewLink(about: { appointmentId: string; flag: '0' | '1' }): Promise<string | undefined>
}

export function createReviews(client: RecordClient): Reviews {
  const idOf = (appointmentId: string) => String(recordNumber(appointmentId) ?? 0)
  return {
    addReview: async ({ appointmentId, stars, comments }) => {
      // The specification puts the words into the query; what is about a person stays out of addresses (security.md).
      const body = { reviewStars: stars, reviewComments: comments, sessionId: recordNumber(appointmentId) ?? 0 }
      return (await client.writeTo({ call: 'Provider/AddReview', method: 'POST', body, answer: DoneAnswer })) ?? false
    },
    feedbackAcknowledgement: ({ appointmentId, stars }) => {
      const rest = `?${new URLSearchParams({ stars: String(stars), id: idOf(appointmentId) })}`
      return client.read({ call: 'Provider/GetFeedbackAcknowledgement', rest, answer: TextAnswer })
    },
    reviewLink: ({ appointmentId, flag }) => {
      const rest = `?${new URLSearchParams({ id: idOf(appointmentId), flag })}`
      return client.find({ call: 'Provider/GetReviewLink', rest, answer: ReviewPageAnswer })
    },
  }
}
