import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../protocol/context.ts'
import { Failure } from '../protocol/failure.ts'
import type { Portal } from '../protocol/portal.ts'
import { runUpload } from '../protocol/act-pipeline.ts'
import { actionContext, keyOf, openedFor } from './acting.ts'
import { receiveFile } from './receive-file.ts'
import type { VisitorCookies } from './visitor-cookies.ts'

/** The upload routes: one multipart body, one file, streamed to its feature (security.md, Uploads). */
export async function registerUploads(app: FastifyInstance, portal: Portal, cookies: VisitorCookies): Promise<void> {
  await app.register(async (plugin) => {
    // Multipart is accepted here only, and nothing else is: another site could post an action as a multipart form.
    plugin.removeAllContentTypeParsers()
    await plugin.register(multipart, { throwFileSizeLimit: false }) // receive-file.ts throws it
    for (const definition of portal.uploads.values())
      plugin.post(`/ui/uploads/${definition.name}`, async (request, reply) => {
        const opened = await openedFor(portal, { request, cookies })
        const { key, owner } = keyOf(request, opened)
        const context = actionContext(portal, { context: opened, exchange: { request, reply }, cookies, cause: key })
        const stillAllowed = () => mustStay(request, opened)
        const receive = () => receiveFile(request, { ...definition.limits, stillAllowed })
        try {
          return { effects: await runUpload(portal, { definition, context, key, owner, receive }) }
        } finally {
          await discardRest(request, definition.limits)
        }
      })
    plugin.post('/ui/uploads/*', async (request) => {
      await openedFor(portal, { request, cookies })
      throw new Failure('route.unknown', { status: 404 })
    })
  })
}

/**
 * A file takes a while to arrive. Who has signed out meanwhile, or may no longer be here, stores nothing: throws the
 * Failure `access.signIn`.
 */
async function mustStay(request: FastifyRequest, { principal }: Pick<Context, 'principal'>): Promise<void> {
  if (!principal) return
  const { sessionStore, session } = request
  const isThere = await new Promise<boolean>((resolve, reject) =>
    sessionStore.get(session.sessionId, (error: unknown, now) => (error ? reject(error) : resolve(now !== undefined))),
  )
  if (!isThere) throw new Failure('access.signIn', { status: 401 })
}

/**
 * A browser reads the response after it has sent everything, so the rest of the body is discarded first; a client that
 * sends much more is disconnected.
 */
async function discardRest({ raw }: FastifyRequest, { bytes }: { bytes: number }): Promise<void> {
  if (raw.readableEnded || raw.destroyed) return
  let left = bytes
  raw.unpipe()
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) raw.destroy()
  })
  raw.resume()
  await new Promise((resolve) => raw.once('end', resolve).once('close', resolve))
}
