import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import contentDisposition from 'content-disposition'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FileContent } from '../protocol/definitions.ts'
import type { Portal } from '../protocol/portal.ts'
import { isEtagIn, viewFile } from '../protocol/view-pipeline.ts'
import { openedFor } from './acting.ts'
import { baseName } from './file-name.ts'
import type { VisitorCookies } from './visitor-cookies.ts'

/** The file routes of features, protected by their guards. */
export function registerFiles(app: FastifyInstance, portal: Portal, cookies: VisitorCookies): void {
  for (const definition of portal.files) {
    const isByPage = definition.kind === 'picture'
    app.get(definition.route, async (request, reply) => {
      const context = await openedFor(portal, { request, cookies, isByPage })
      const input = { query: request.query, params: request.params as Record<string, string> } // named by the route
      const content = await viewFile(portal, { definition, context, input })
      if (definition.kind === 'picture') return sendPicture({ request, reply }, content)
      return definition.kind === 'inline' ? sendInline(reply, content) : sendDownload(reply, content)
    })
  }
}

/** Always downloaded, never opened in the portal's own origin. */
function sendDownload(reply: FastifyReply, { body, type, name }: FileContent): FastifyReply {
  return reply
    .headers({
      'cache-control': 'private, no-store',
      'content-disposition': contentDisposition(baseName(name), { type: 'attachment' }),
      'x-content-type-options': 'nosniff',
    })
    .type(type)
    .send(body)
}

/**
 * Shown in a frame of the portal's own pages by the browser's viewer; nothing may run or load in it.
 */
function sendInline(reply: FastifyReply, { body, type, name }: FileContent): FastifyReply {
  return reply
    .headers({
      'cache-control': 'private, no-store',
      'content-disposition': contentDisposition(baseName(name), { type: 'inline' }),
      'content-security-policy': "default-src 'none'; object-src 'self'; frame-ancestors 'self'",
      'x-content-type-options': 'nosniff',
    })
    .type(type)
    .send(body)
}

/** Pictures rarely change and are not personal; but a removed one should disappear soon. */
const keptForSeconds = 300

/** Serves a picture from the portal's own origin, because the CSP allows no other. */
async function sendPicture(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { body: content, type }: FileContent,
): Promise<FastifyReply> {
  const body = content instanceof Readable ? await buffer(content) : content
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`
  void reply.headers({
    'cache-control': `private, max-age=${keptForSeconds}, must-revalidate`,
    etag,
    vary: 'cookie',
    'x-content-type-options': 'nosniff',
  })
  if (isEtagIn(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.type(type).send(body)
}
