import cookie from '@fastify/cookie'
import session from '@fastify/session'
import type { FastifyInstance, FastifyRequest } from 'fastify'
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
  type SessionContent,
  type SessionsToEnd,
} from './session-store.ts'

declare module 'fastify' {
  interface Session {
    licenseeId?: string
    person?: Principal
    from?: SessionContent['from']
    /** Milliseconds since 1970, UTC; as it was when the request came. */
    lastActivityAt?: number
  }
}

export interface SessionOptions {
  db: Db
  secret: string
  secure: boolean
  now: () => Date
  /** Whether what let a person in still holds. */
  mayStayIn: (person: Principal) => Promise<boolean>
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
}

type Done = (error?: unknown) => void
type Found = (error: unknown, found?: SessionContent) => void

function storeIn({ db, now, mayStayIn }: Omit<SessionOptions, 'secret' | 'secure'>) {
  const standing = async (id: string) => {
    const found = await readSession(db, { id, at: now() })
    return found?.person && !(await mayStayIn(found.person)) ? undefined : found
  }
  return {
    get: (id: string, done: Found) => {
      standing(id).then(
        // A session of the plugin is more than what is kept: it adds its own methods.
        (found) =>
          done(null, found && ({ ...found, lastActivityAt: found.lastActivityAt.getTime() } as SessionContent)),
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
  } as unknown as NonNullable<Parameters<typeof session>[1]>['store'] // the plugin types a session it has not made yet
}

/** How often a session's activity is written, at most. */
const activityGrainMs = 5000

/** Requests that a person made keep the session; background refreshes do not (security.md). */
export async function keepSession(request: FastifyRequest, { db, now }: { db: Db; now: () => Date }): Promise<void> {
  const { session: current } = request
  if (!current?.person || request.headers['x-background'] !== undefined) return
  const at = now()
  if (at.getTime() - (current.lastActivityAt ?? 0) < activityGrainMs) return
  await noteActivity(db, { id: current.sessionId, at })
}

/** A session counts only at the practice where it began. */
export function principalOf(request: FastifyRequest, licenseeId: string): Principal | undefined {
  const { session: current } = request
  return current?.licenseeId === licenseeId ? current.person : undefined
}

/** Each change of who is signed in gets a session with a new id. Sockets hear of the end when it has come, so that nothing they ask then is answered. */
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
      onEnd(before)
    },
  }
}

/** The open sessions of an account: listed, and ended with their sockets. */
export function accountSessions({ db, hints, now }: { db: Db; hints: Hints; now: () => Date }) {
  return {
    list: (accountId: number) => sessionsOf(db, { accountId, at: now() }),
    end: async (which: SessionsToEnd) => {
      const ended = await endSessionsOf(db, which)
      for (const hash of ended) hints.endSession(hash)
      return ended.length
    },
  }
}
