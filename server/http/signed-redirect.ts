import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Cipher } from '../encryption.ts'
import type { Licensee } from '../licensees/licensee.ts'
import { latestStamp } from '../protocol/latest-stamp.ts'
import { topicOwner, type Principal } from '../protocol/principal.ts'
import { principalOf } from './sessions.ts'

export interface SignedRedirectOptions {
  encryption: Cipher
  now: () => Date
  /** The path prefix of the redirects, without a trailing slash. */
  under: string
  /** The target for a person whose redirect has expired or belongs to someone else. */
  fallback: string
}

interface Person {
  licensee: Licensee
  principal: Principal | undefined
}

/** Returns a route of this portal that redirects the person to an external URL; valid for a minute. */
export type SignedRedirect = (person: Person, href: string) => string

interface Target {
  href: string
  /** Milliseconds since 1970. */
  until: number
  /** The owner. */
  of: string
}

const openForMs = 60_000

/**
 * Redirects to pages of a practice's other systems. Screens link to routes of this portal only, so such pages are
 * opened by a redirect. The target is encrypted into the route for one person, the only one who can use it
 * (security.md, open redirects).
 */
export function registerSignedRedirect(
  app: FastifyInstance,
  { encryption, now, under, fallback }: SignedRedirectOptions,
): SignedRedirect {
  const isOpenTo = ({ until, of }: Target, request: FastifyRequest) => {
    const at = now().getTime()
    const latestEnd = latestStamp(new Date(at + openForMs)).getTime()
    return at < until && until <= latestEnd && of === ownerIn(request)
  }
  app.get(`${under}/:target`, async (request, reply) => {
    const { target: encrypted } = request.params as { target: string } // the route names the parameter
    const target = targetIn(encryption, encrypted)
    const to = target && isOpenTo(target, request) ? target.href : fallback
    return reply.header('cache-control', 'no-store').redirect(to, 302)
  })
  return (person, href) => {
    const target: Target = { href, until: now().getTime() + openForMs, of: ownerOf(person) }
    return `${under}/${encryption.encrypt(JSON.stringify(target))}`
  }
}

function targetIn(encryption: Cipher, text: string): Target | undefined {
  try {
    return JSON.parse(encryption.decrypt(text)) as Target // encrypted by this portal
  } catch {
    return undefined
  }
}

const ownerOf = ({ licensee, principal }: Person): string => `${licensee.id}:${principal ? topicOwner(principal) : ''}`

/** Returns undefined without a session. */
function ownerIn(request: FastifyRequest): string | undefined {
  const { licensee } = request
  const principal = licensee && principalOf(request, licensee.id)
  return principal && ownerOf({ licensee, principal })
}
