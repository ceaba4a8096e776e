import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { admit } from '../protocol/admit.ts'
import { noteAccess, outcomeOf } from '../protocol/audit.ts'
import type { Context } from '../protocol/context.ts'
import type { FileContent, FileDefinition } from '../protocol/definitions.ts'
import { Failure } from '../protocol/failure.ts'
import type { Portal } from '../protocol/portal.ts'
import { openedFor } from './acting.ts'
import type { VisitorCookies } from './visitor-cookies.ts'

interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
  context: Context
}

/** The files that features add: read by whom the guard admits. */
export function registerFiles(app: FastifyInstance, portal: Portal, cookies: VisitorCookies): void {
  for (const file of portal.files) {
    const isByPage = file.kind === 'picture'
    const send = isByPage ? sendPicture : sendDownload
    app.get(file.route, async (request, reply) => {
      const context = await openedFor(portal, { request, cookies, isByPage })
      return send(portal, file, { request, reply, context })
    })
  }
}

/** Saved by the person, noted, and never opened in the portal's own origin. */
async function sendDownload(portal: Portal, file: FileDefinition, { request, reply, context }: Exchange) {
  const note = (outcome: string) => noteAccess(portal, context, { event: `file:${file.name}`, outcome })
  try {
    const { body, type, name } = await load(file, context, request)
    await note('ok')
    return reply
      .headers({
        'cache-control': 'private, no-store',
        'content-disposition': `attachment; filename="${name}"`,
        'x-content-type-options': 'nosniff',
      })
      .type(type)
      .send(body)
  } catch (error) {
    await note(outcomeOf(portal, error))
    throw error
  }
}

/** Seldom another one, and nothing personal; but one that was taken away is soon gone. */
const keptForSeconds = 300

/** A picture beside words, from the portal's own origin: screens may show none from elsewhere. */
async function sendPicture(_portal: Portal, file: FileDefinition, { request, reply, context }: Exchange) {
  const { body, type } = await load(file, context, request)
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`
  void reply.headers({
    'cache-control': `private, max-age=${keptForSeconds}, must-revalidate`,
    etag,
    vary: 'cookie',
    'x-content-type-options': 'nosniff',
  })
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  return reply.type(type).send(body)
}

/** Throws the Failures of `admit`, and `route.unknown`. */
async function load(file: FileDefinition, context: Context, { params }: FastifyRequest): Promise<FileContent> {
  admit(context, file)
  const found = await file.load(context, params as Record<string, string>) // named by the route
  if (!found) throw new Failure('route.unknown', { status: 404 })
  return found
}
