import type { FastifyInstance, FastifyRequest } from 'fastify'
import { noteAccess, outcomeOf } from '../protocol/audit.ts'
import { admit } from '../protocol/admit.ts'
import type { Context } from '../protocol/context.ts'
import { Failure } from '../protocol/failure.ts'
import type { Guard } from '../protocol/guard.ts'
import type { Portal } from '../protocol/portal.ts'
import type { Rule } from '../protocol/trace.ts'
import { openedFor } from './acting.ts'
import type { VisitorCookies } from './visitor-cookies.ts'

export interface FileRoute {
  /** The route under which the files lie, without a slash at the end. */
  under: string
  /** `file:room.what`, for the audit. */
  event: string
  guard: Guard
  offered: Rule
  /** Undefined when the person has no such file. */
  load(context: Context, id: string): Promise<{ text: string; type: string; name: string } | undefined>
}

interface Serving {
  portal: Portal
  cookies: VisitorCookies
}

/** Files that a person saves: read by whom the guard admits, noted, and never opened in the portal's own origin. */
export function registerFileRoute(app: FastifyInstance, { portal, cookies }: Serving, file: FileRoute): void {
  const route = `${file.under}/:id`
  portal.files.push({ route, guard: file.guard })
  app.get(route, async (request, reply) => {
    const context = await openedFor(portal, { request, cookies })
    const note = (outcome: string) => noteAccess(portal, context, { event: file.event, outcome })
    try {
      admit(context, file)
      const found = await file.load(context, idIn(request))
      if (!found) throw new Failure('route.unknown', { status: 404 })
      await note('ok')
      return reply
        .headers({
          'cache-control': 'private, no-store',
          'content-disposition': `attachment; filename="${found.name}"`,
          'x-content-type-options': 'nosniff',
        })
        .type(found.type)
        .send(found.text)
    } catch (error) {
      await note(outcomeOf(portal, error))
      throw error
    }
  })
}

const idIn = (request: FastifyRequest): string => (request.params as { id: string }).id // named by the route
