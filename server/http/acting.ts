import { finished } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ActionContext } from '../protocol/definitions.ts'
import { openContext, type Context } from '../protocol/context.ts'
import { Failure } from '../protocol/failure.ts'
import type { Limit } from '../protocol/limiter.ts'
import { idempotencyOwner, type Principal } from '../protocol/principal.ts'
import type { Portal } from '../protocol/portal.ts'
import { take } from '../protocol/limits.ts'
import { hashOfSession } from './session-store.ts'
import { keepSession, principalOf, sessionControl } from './sessions.ts'
import type { VisitorCookies } from './visitor-cookies.ts'

interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

interface Asking {
  request: FastifyRequest
  cookies: VisitorCookies
  /** True for what a page asks for by itself and cannot say so, such as its images: it does not keep the session. */
  isByPage?: boolean
}

/** The context of a request: its practice, who asks, and when. Throws the Failure `site.unknown` on the host of no practice. */
export async function openedFor(portal: Portal, { request, cookies, isByPage = false }: Asking): Promise<Context> {
  const { licensee } = request
  if (!licensee) throw new Failure('site.unknown', { status: 421 })
  if (!isByPage) await keepSession(request, portal)
  return openContext({
    licensee,
    book: portal.book,
    principal: principalOf(request, licensee.id),
    requestId: request.id,
    client: cookies.clientOf(request),
    now: portal.now,
  })
}

/** The Idempotency-Key of an act, and whose it is. */
export function keyOf({ headers, session, ip }: FastifyRequest, { principal, licensee }: Context) {
  const key = headers['idempotency-key']
  return {
    key: typeof key === 'string' ? key : undefined,
    owner: idempotencyOwner(principal, {
      sessionHash: hashOfSession(session.sessionId),
      licenseeId: licensee.id,
      address: ip,
    }),
  }
}

/** Time for the browser to take the cookie of an answer. */
const graceMs = 250

/**
 * The tabs of a browser share its cookie: one that heard of the end of the former session too early would ask with it,
 * and the refusal would take the new cookie away.
 */
function afterReply(reply: FastifyReply, tell: () => void): void {
  finished(reply.raw, () => void setTimeout(tell, graceMs).unref())
}

interface ActingParts {
  context: Context
  exchange: Exchange
  cookies: VisitorCookies
  /** What the hints that it gives say they come from. */
  cause?: string
}

/** The same context, for who acts in it. */
export function actionContext(portal: Portal, { context, exchange, cookies, cause }: ActingParts): ActionContext {
  const { request, reply } = exchange
  const session = sessionControl(request, {
    licenseeId: context.licensee.id,
    onEnd: (hash) => afterReply(reply, () => portal.hints.endSession(hash)),
  })
  // Not spread: a context's methods and its trace stay one object.
  return Object.assign(context, {
    session: {
      ...session,
      signIn: async (principal: Principal) => {
        await session.signIn(principal)
        context.trace.signedIn = principal
      },
      keepFlow: (purpose: string, id: string | undefined) => cookies.keepFlow(reply, purpose, id),
      rememberIdentity: (identity: string) => cookies.rememberIdentity(request, reply, identity),
    },
    takeTry: (name: string, limit: Limit) => take(portal, `${context.licensee.id}:${name}`, limit),
    publish: (topics: string[]) => portal.hints.publish({ topics, cause }),
  })
}
