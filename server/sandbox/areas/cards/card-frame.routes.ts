import { randomBytes } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import type { Sandbox } from '../../practices.ts'
import { Refusal } from '../../refusal.ts'
import { cardFramePage } from './card-frame-page.ts'
import { addToken, cardSession, keepInSession, type CardSession } from './cards.store.ts'
import { behaviorOf, brandOf, challengeCode, hasCheckDigit, isChallenged } from './test-numbers.ts'

const Params = Type.Object({ practice: Type.String(), id: Type.String({ maxLength: 100 }) })

/**
 * The page in which the number of a card is entered. Only the site that opened the session can show it in a frame.
 */
export const cardFrameRoutes =
  ({ db, now }: Sandbox): FastifyPluginAsyncTypebox =>
  async (app) => {
    async function sessionOf({ practice, id }: { practice: string; id: string }): Promise<CardSession> {
      const session = await cardSession(db, { practice, id, now: now() })
      if (!session) throw new Refusal(404, 'This card form has expired.')
      return session
    }
    app.get('/cards/frame/:id', { schema: { params: Params } }, async ({ practice: { practice }, params }, reply) => {
      const session = await cardSession(db, { practice, id: params.id, now: now() })
      const nonce = randomBytes(16).toString('base64')
      return reply
        .type('text/html; charset=utf-8')
        .headers({
          'cache-control': 'no-store',
          'content-security-policy': `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors ${session?.origin ?? "'none'"}`,
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
        })
        .send(cardFramePage({ nonce, origin: session?.origin ?? '', isChallenged: session?.isChallenged ?? false }))
    })
    app.post(
      '/cards/frame/:id',
      { schema: { params: Params, body: Type.Object({ number: Type.String({ maxLength: 40 }) }) } },
      async ({ practice: { practice }, params, body }) => {
        await sessionOf({ practice, id: params.id })
        const number = body.number.replaceAll(/[\s-]/g, '')
        if (!hasCheckDigit(number)) throw new Refusal(422, 'Please check the card number.')
        const token = await addToken(db, {
          practice,
          brand: brandOf(number),
          lastFour: number.slice(-4),
          behavior: behaviorOf(number),
        })
        const needsCode = isChallenged(number)
        await keepInSession(db, { practice, id: params.id, token, isChallenged: needsCode })
        return { needsCode }
      },
    )
    app.post(
      '/cards/frame/:id/code',
      { schema: { params: Params, body: Type.Object({ code: Type.String({ maxLength: 10 }) }) } },
      async ({ practice: { practice }, params, body }) => {
        const { token } = await sessionOf({ practice, id: params.id })
        if (token === null) throw new Refusal(409, 'Please enter the card number first.')
        if (body.code.trim() !== challengeCode) throw new Refusal(422, 'This code is not right. Please check it.')
        await keepInSession(db, { practice, id: params.id, token, isChallenged: false })
        return { needsCode: false }
      },
    )
  }
