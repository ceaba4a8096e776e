import Type from 'typebox'
import { Compile } from 'typebox/compile'
import type { AreaDeps } from '../area.ts'
import { recordNumber } from '../record-number.ts'
import { DoneAnswer, TextAnswer } from '../wire/answers.ts'

interface Review {
  appointmentId: string
  /** 1 to 5. */
  stars: number
  comments: string
}

/** Patients' reviews of visits. */
interface Reviews {
  /**
   * Keeps the first review of an appointment; repeating it changes nothing. Returns false for an unknown appointment.
   */
  addReview(review: Review): Promise<boolean>
  /** The practice's response to a number of stars. */
  feedbackAcknowledgement(about: Pick<Review, 'appointmentId' | 'stars'>): Promise<string>
  /** Returns the https URL of the practice's public reviews; undefined if it has none. */
  reviewLink(about: { appointmentId: string; flag: '0' | '1' }): Promise<string | undefined>
}

/** The only external URLs that screens may link to are https. */
const PageAnswer = Compile(Type.String({ pattern: '^https://[^\\s\\\\]+$', maxLength: 1000 }))

/** Makes the calls for reviews of visits. */
export function createReviews({ client }: AreaDeps): Reviews {
  const idOf = (appointmentId: string) => String(recordNumber(appointmentId) ?? 0)
  return {
    addReview: async ({ appointmentId, stars, comments }) => {
      // The specification puts the texts into the query; personal data stays out of URLs (security.md).
      const body = { reviewStars: stars, reviewComments: comments, sessionId: recordNumber(appointmentId) ?? 0 }
      return (await client.writeTo({ call: 'Provider/AddReview', method: 'POST', body, answer: DoneAnswer })) ?? false
    },
    feedbackAcknowledgement: ({ appointmentId, stars }) => {
      const rest = `?${new URLSearchParams({ stars: String(stars), id: idOf(appointmentId) })}`
      return client.read({ call: 'Provider/GetFeedbackAcknowledgement', rest, answer: TextAnswer })
    },
    reviewLink: ({ appointmentId, flag }) => {
      const rest = `?${new URLSearchParams({ id: idOf(appointmentId), flag })}`
      return client.find({ call: 'Provider/GetReviewLink', rest, answer: PageAnswer })
    },
  }
}
