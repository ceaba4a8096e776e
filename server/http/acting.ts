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
  /**
   * True for requests that a page makes by itself without being able to say so, such as images: they do not extend the
   * session.
   */
  isByPage?: boolean
}

/**
 * Opens the context of a request: practice, principal and time. Throws the Failure `site.unknown` for an unknown host.
 */
export async function openedFor(portal: Portal, { request, cookies, isByPage = false }: Asking): Promise<Context> {
  const { licensee } = request
  if (!licensee) throw new Failure('site.unknown', { status: 421 })
  if (!isByPage) await keepSession(request, portal)
  return openContext({
    licensee,
    settings: portal.settings,
    principal: principalOf(request, licensee.id),
    requestId: request.id,
    client: cookies.clientOf(request),
    publicAddress: portal.publicAddress(),
    now: portal.now,
  })
}

/** The Idempotency-Key of an action, scoped to its owner. */
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

/** Time for the browser to store the cookie of a response. */
const graceMs = 250

/**
 * The tabs of a browser share its cookie. A tab that learned too early that the former session ended would send a
 * request with the old cookie, and the refusal would remove the new one.
 */
function afterReply(reply: FastifyReply, notify: () => void): void {
  finished(reply.raw, () => void setTimeout(notify, graceMs).unref())
}

interface ActingParts {
  context: Context
  exchange: Exchange
  cookies: VisitorCookies
  /** The cause that the live hints of this action name. */
  cause?: string
}

/**
 * Without "cookies": they are cleared one by one, but for the mark by which a browser is known to an account. It survives,
 * so that wrong passwords of others do not keep the owner out who has signed out.
 */
const whatSignOutClears = '"cache", "storage"'

/** Adds to the same context what an action needs. */
export function actionContext(portal: Portal, { context, exchange, cookies, cause }: ActingParts): ActionContext {
  const { request, reply } = exchange
  const session = sessionControl(request, {
    licenseeId: context.licensee.id,
    onEnd: (hash) => afterReply(reply, () => portal.hints.endSession(hash, { cause })),
  })
  /** Flows that this request has begun or ended; the cookies that it brought are older. */
  const begun = new Map<string, string | undefined>()
  const { flowId } = context.client
  // Not spread: a context's methods and its trace must stay one object.
  return Object.assign(context, {
    client: {
      ...context.client,
      flowId: (purpose: string) => (begun.has(purpose) ? begun.get(purpose) : flowId(purpose)),
    },
    session: {
      ...session,
      signIn: async (principal: Principal) => {
        await session.signIn(principal)
        context.trace.signedIn = principal
      },
      forgetPages: () => void reply.header('clear-site-data', whatSignOutClears),
      keepFlow: (purpose: string, id: string | undefined) => {
        cookies.keepFlow(reply, purpose, id)
        begun.set(purpose, id)
      },
      rememberIdentity: (identity: string) => cookies.rememberIdentity(request, reply, identity),
    },
    takeTry: (name: string, limit: Limit) => take(portal, `${context.licensee.id}:${name}`, limit),
    publish: (topics: string[]) => portal.hints.publish({ topics, cause }),
  })
}
