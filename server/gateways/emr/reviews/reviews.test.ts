import { describe, expect } from 'vitest'
import { gatewayTest as test, visitOf } from '../../../../tests/support/gateway-test.ts'

describe('around a visit the record server', () => {
  test('is asked for the words to a rating and keeps it, with its words out of the address [1 §7.33 §7.34 §7.35]', async ({
    open,
    records,
  }) => {
    const emr = open()
    const appointmentId = await visitOf(emr, records, 'inoffice')
    await emr.feedbackAcknowledgement({ appointmentId, stars: 5 })
    await emr.reviewLink({ appointmentId, flag: '0' })
    await emr.addReview({ appointmentId, stars: 2, comments: 'It took long.' })
    expect(records.lines()).toEqual([
      `GET Provider/GetFeedbackAcknowledgement?stars=5&id=${appointmentId}`,
      `GET Provider/GetReviewLink?id=${appointmentId}&flag=0`,
      'POST Provider/AddReview',
    ])
    const review = { reviewStars: 2, reviewComments: 'It took long.', sessionId: Number(appointmentId) }
    expect(records.calls.at(-1)?.body).toEqual(review)
  })
})
