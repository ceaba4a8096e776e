import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { mailPolicy, outboxPolicy } from '../page-policy.ts'
import type { Sandbox } from '../practices.ts'
import { outboxPage, outboxStyle } from './outbox-page.ts'
import { htmlOf, listMessages } from './outbox.store.ts'

const Filter = Type.Object({
  to: Type.Optional(Type.String({ maxLength: 300 })),
  limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100 }),
})

const One = Type.Object({ id: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) })

/**
 * `GET /outbox`: received messages, as a page, or as a list for clients that accept JSON. `GET /outbox/:id/html`: the HTML of
 * a mail.
 */
export const outboxRoutes =
  ({ db }: Pick<Sandbox, 'db'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get('/outbox', { schema: { querystring: Filter } }, async ({ query, headers }, reply) => {
      const { limit } = query
      const to = query.to?.trim() || undefined
      const messages = await listMessages(db, { to, limit })
      reply.header('cache-control', 'no-store')
      if (headers.accept?.includes('application/json'))
        return messages.map((message) => ({ ...message, receivedAt: new Date(message.receivedAt).toISOString() }))
      return reply
        .type('text/html; charset=utf-8')
        .headers({ 'content-security-policy': outboxPolicy, 'x-content-type-options': 'nosniff' })
        .send(outboxPage(messages, to))
    })
    app.get('/outbox/:id/html', { schema: { params: One } }, async ({ params: { id } }, reply) => {
      const html = await htmlOf(db, id)
      if (html === undefined) return reply.code(404).send()
      return reply
        .type('text/html; charset=utf-8')
        .headers({
          'content-security-policy': mailPolicy,
          'x-content-type-options': 'nosniff',
          'cache-control': 'no-store',
        })
        .send(html)
    })
    app.get('/outbox/outbox.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(outboxStyle))
  }
