import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import type { Sandbox } from '../../practices.ts'
import { keepReview, reviewPage } from './reviews.store.ts'
import { jsonText } from '../../json-text.ts'
import { RecordNumber } from '../../parameters.ts'
import { notFound } from '../../refusal.ts'

const Stars = Type.Integer({ minimum: 1, maximum: 5 })
const Flag = Type.Union([Type.Literal('0'), Type.Literal('1')])
const Review = Type.Object({
  reviewStars: Stars,
  reviewComments: Type.String({ maxLength: 4000 }),
  sessionId: RecordNumber,
})

/** Patients' reviews of visits. */
export const reviewRoutes =
  ({ db }: Sandbox): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post('/Provider/AddReview', { schema: { body: Review } }, async ({ practice: { practice }, body }) => {
      const { reviewStars: stars, reviewComments: comments, sessionId: appointmentN } = body
      if (!(await keepReview(db, { practice, appointmentN, stars, comments }))) throw notFound('appointment')
      return true
    })
    app.get(
      '/Provider/GetFeedbackAcknowledgement',
      { schema: { querystring: Type.Object({ stars: Stars, id: RecordNumber }) } },
      async ({ query: { stars } }, reply) =>
        jsonText(reply, stars > 3 ? 'Thank you! We are glad your visit went well.' : 'Thank you. We will do better.'),
    )
    app.get(
      '/Provider/GetReviewLink',
      { schema: { querystring: Type.Object({ id: RecordNumber, flag: Flag }) } },
      async ({ practice: { practice } }, reply) => {
        const page = await reviewPage(db, practice)
        if (page === '') throw notFound('review page')
        return jsonText(reply, `${page}${practice}`)
      },
    )
  }
