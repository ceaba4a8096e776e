import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import contentDisposition from 'content-disposition'
import PostalMime, { type Attachment } from 'postal-mime'
import Type from 'typebox'
import { mailPolicy, outboxPolicy } from '../page-policy.ts'
import type { Sandbox } from '../practices.ts'
import { filesPage, outboxPage, outboxStyle } from './outbox-page.ts'
import { htmlOf, listMessages, sourceOf } from './outbox.store.ts'

const Filter = Type.Object({
  to: Type.Optional(Type.String({ maxLength: 300 })),
  limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100 }),
})

const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })
const One = Type.Object({ id: Id })
const OneFile = Type.Object({ id: Id, file: Type.Integer({ minimum: 0, maximum: 1000 }) })

/**
 * `GET /outbox`: received messages, as a page, or as a list for clients that accept JSON. `GET /outbox/:id/html`: the HTML of
 * a mail; `/source`: the mail as it was received; `/files`: what is attached to it.
 */
export const outboxRoutes =
  ({ db }: Pick<Sandbox, 'db'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    /** What is attached to a mail, besides the pictures of its HTML. */
    const filesOf = async (id: number) => {
      const source = await sourceOf(db, id)
      return source && (await PostalMime.parse(source)).attachments.filter(({ related }) => !related)
    }
    app.get('/outbox', { schema: { querystring: Filter } }, async ({ query, headers }, reply) => {
      const { limit } = query
      const to = query.to?.trim() || undefined
      const messages = await listMessages(db, { to, limit })
      reply.header('cache-control', 'no-store')
      if (headers.accept?.includes('application/json'))
        return messages.map((message) => ({ ...message, receivedAt: new Date(message.receivedAt).toISOString() }))
      return reply.type('text/html; charset=utf-8').headers(pageHeaders).send(outboxPage(messages, to))
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
    app.get('/outbox/:id/source', { schema: { params: One } }, async ({ params: { id } }, reply) => {
      const source = await sourceOf(db, id)
      if (!source) return reply.code(404).send()
      return reply.headers(saved('message/rfc822', `mail-${id}.eml`)).send(source)
    })
    app.get('/outbox/:id/files', { schema: { params: One } }, async ({ params: { id } }, reply) => {
      const files = await filesOf(id)
      return files
        ? reply.type('text/html; charset=utf-8').headers(pageHeaders).send(filesPage(id, files))
        : reply.code(404).send()
    })
    app.get('/outbox/:id/files/:file', { schema: { params: OneFile } }, async ({ params: { id, file } }, reply) => {
      const attached = (await filesOf(id))?.[file]
      if (!attached) return reply.code(404).send()
      return reply.headers(saved(attached.mimeType, attached.filename ?? 'file')).send(bytesOf(attached))
    })
    app.get('/outbox/outbox.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(outboxStyle))
  }

const pageHeaders = { 'content-security-policy': outboxPolicy, 'x-content-type-options': 'nosniff' }

const saved = (type: string, name: string) => ({
  'content-type': type,
  'content-disposition': contentDisposition(name),
  'content-security-policy': "default-src 'none'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
})

function bytesOf({ content }: Attachment): Buffer {
  return typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content))
}
