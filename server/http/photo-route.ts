import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { admit } from '../protocol/admit.ts'
import type { Context } from '../protocol/context.ts'
import { Failure } from '../protocol/failure.ts'
import type { Guard } from '../protocol/guard.ts'
import type { Portal } from '../protocol/portal.ts'
import type { Rule } from '../protocol/trace.ts'
import { openedFor } from './acting.ts'
import type { VisitorCookies } from './visitor-cookies.ts'

export interface PhotoRoute {
  /** The route under which the photos lie, without a slash at the end. */
  under: string
  guard: Guard
  offered: Rule
  /** A JPEG; undefined when there is none. */
  load(context: Context, photo: Wanted): Promise<Buffer | undefined>
}

interface Wanted {
  /** A kind of things that have photos, and one of them, as they stand in the address. */
  of: string
  id: string
}

/** Seldom another one, and nothing personal; but one that was taken away is soon gone. */
const keptForSeconds = 300

/** Pictures beside words, from the portal's own origin: screens may show none from elsewhere. Not noted, as the screens are. */
export function registerPhotoRoute(
  app: FastifyInstance,
  { portal, cookies }: { portal: Portal; cookies: VisitorCookies },
  photos: PhotoRoute,
): void {
  const route = `${photos.under}/:of/:id`
  portal.files.push({ route, guard: photos.guard })
  app.get(route, async (request, reply) => {
    const context = await openedFor(portal, { request, cookies, isByPage: true })
    admit(context, photos)
    const photo = await photos.load(context, wantedBy(request))
    if (!photo) throw new Failure('route.unknown', { status: 404 })
    const etag = `"${createHash('sha256').update(photo).digest('base64url')}"`
    void reply.headers({
      'cache-control': `private, max-age=${keptForSeconds}, must-revalidate`,
      etag,
      vary: 'cookie',
      'x-content-type-options': 'nosniff',
    })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type('image/jpeg').send(photo)
  })
}

const wantedBy = (request: FastifyRequest): Wanted => request.params as Wanted // named by the route
