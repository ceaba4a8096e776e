import cookie from '@fastify/cookie'
import session from '@fastify/session'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../db/open.ts'
import type { SessionControl } from '../protocol/definitions.ts'
import type { Hints } from '../protocol/hints.ts'
import type { Principal } from '../protocol/principal.ts'
import {
  endSession,
  endSessionsOf,
  hashOfSession,
  longestSessionMs,
  noteActivity,
  readSession,
  sessionsOf,
  writeSession,
  type SessionCondition,
  type SessionContent,
  type SessionsToEnd,
} from './session-store.ts'

declare module 'fastify' {
  interface Session {
    licenseeId?: string
    person?: Principal
    from?: SessionContent['from']
    /** Milliseconds since 1970, UTC; the value before this request. */
    lastActivityAt?: number
  }
}

export interface SessionOptions {
  db: Db
  secret: string
  secure: boolean
  now: () => Date
  /** Of a row of `sessions`: whether the conditions under which the person signed in still hold. */
  mayStayIn: SessionCondition
}

export const sessionCookie = 'portal_session'

/** Cookie sessions in the database; HttpOnly, SameSite=Lax, Secure behind TLS (security.md). */
export async function registerSessions(
  app: FastifyInstance,
  { secret, secure, ...keeping }: SessionOptions,
): Promise<void> {
  await app.register(cookie)
  await app.register(session, {
    secret,
    cookieName: sessionCookie,
    cookie: { httpOnly: true, sameSite: 'lax', secure, path: '/', maxAge: longestSessionMs },
    saveUninitialized: false,
    rolling: false,
    store: storeIn(keeping),
  })
  app.addHook('onSend', async (request, reply) => {
    keepSessionCookie(reply)
    if (signedOut.has(request)) reply.clearCookie(sessionCookie, { path: '/' })
  })
}

/** The requests that ended their session. No other may clear the cookie: a refused post of another site has no session. */
const signedOut = new WeakSet<FastifyRequest>()

/**
 * The plugin clears the cookie of a session that has ended. That response may come after the one that brought the cookie
 * of a new session, as when somebody switches the patient in another tab, and would sign the person out.
 */
function keepSessionCookie(reply: FastifyReply): void {
  const cookies = [reply.getHeader('set-cookie') ?? []].flat().map(String)
  const kept = cookies.filter((each) => !each.startsWith(`${sessionCookie}=;`))
  if (kept.length === cookies.length) return
  reply.removeHeader('set-cookie')
  if (kept.length > 0) reply.header('set-cookie', kept)
}

type Done = (error?: unknown) => void
type ReadDone = (error: unknown, session?: SessionContent) => void

function storeIn({ db, now, mayStayIn }: Omit<SessionOptions, 'secret' | 'secure'>) {
  return {
    get: (id: string, done: ReadDone) => {
      readSession(db, { id, at: now(), mayStayIn }).then(
        // The plugin's session type has more than is stored: the plugin adds its own methods.
        (session) =>
          done(null, session && ({ ...session, lastActivityAt: session.lastActivityAt.getTime() } as SessionContent)),
        (error: unknown) => done(error),
      )
    },
    set: (id: string, content: SessionContent, done: Done) => {
      const { licenseeId, person, from, cookie: kept } = content
      writeSession(db, { id, content: { licenseeId, person, from, cookie: kept }, at: now() }).then(() => done(), done)
    },
    destroy: (id: string, done: Done) => {
      endSession(db, { id }).then(() => done(), done)
    },
  } as unknown as NonNullable<Parameters<typeof session>[1]>['store'] // the plugin's type expects its own session
}

/** Minimum interval between writes of a session's activity. */
const activityGrainMs = 5000

/** User activity extends the session; background refreshes do not (security.md). */
export async function keepSession(request: FastifyRequest, { db, now }: { db: Db; now: () => Date }): Promise<void> {
  const { session: current } = request
  if (!current?.person || request.headers['x-background'] !== undefined) return
  const at = now()
  if (Math.abs(at.getTime() - (current.lastActivityAt ?? 0)) < activityGrainMs) return
  await noteActivity(db, { id: current.sessionId, at })
}

/** A session is valid only at the practice where it began. */
export function principalOf(request: FastifyRequest, licenseeId: string): Principal | undefined {
  const { session: current } = request
  return current?.licenseeId === licenseeId ? current.person : undefined
}

/**
 * Each change of the signed-in person creates a session with a new id. Sockets are notified only after the old one has
 * ended, so that no request they send then is accepted.
 */
export function sessionControl(
  request: FastifyRequest,
  { licenseeId, onEnd }: { licenseeId: string; onEnd: (sessionHash: string) => void },
): Pick<SessionControl, 'signIn' | 'signOut'> {
  return {
    signIn: async (person) => {
      const before = hashOfSession(request.session.sessionId)
      await request.session.regenerate()
      onEnd(before)
      request.session.licenseeId = licenseeId
      request.session.person = person
      request.session.from = { address: request.ip, agent: (request.headers['user-agent'] ?? '').slice(0, 300) }
    },
    signOut: async () => {
      const before = hashOfSession(request.session.sessionId)
      await request.session.destroy()
      signedOut.add(request)
      onEnd(before)
    },
  }
}

/** The open sessions of an account: lists them, and ends them with their sockets. */
export function accountSessions({ db, hints, now }: { db: Db; hints: Hints; now: () => Date }) {
  return {
    list: (accountId: number) => sessionsOf(db, { accountId, at: now() }),
    end: async (which: SessionsToEnd, reason?: string) => {
      const ended = await endSessionsOf(db, which)
      for (const hash of ended) hints.endSession(hash, { reason })
      return ended.length
    },
  }
}
