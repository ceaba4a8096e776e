import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Licensee } from '../licensees/licensee.ts'
import { topicOwner, type Principal } from '../protocol/principal.ts'
import { principalOf } from './sessions.ts'

export interface OutwardOptions {
  /** Closes texts so that nobody else can read or alter them; `open` throws for what was not closed by it. */
  seal: { close(text: string): string; open(sealed: string): string }
  now: () => Date
  /** The route under which the ways out lie, without a slash at the end. */
  under: string
  /** Where somebody comes whose way out is closed. */
  elsewhere: string
}

interface Traveller {
  licensee: Licensee
  principal: Principal | undefined
}

/** Answers a route of this portal that leads the person to an outside address for a minute. */
export type LeadOut = (traveller: Traveller, href: string) => string

interface Way {
  href: string
  /** Milliseconds since 1970. */
  until: number
  /** Whose it is. */
  of: string
}

const openForMs = 60_000

/**
 * Ways out to pages of a practice's other systems. Screens name routes of this portal only, so such a page is reached
 * by a redirect. Its address is sealed into the route for one person: nobody reads, alters or lends it (security.md, open redirects).
 */
export function openOutward(app: FastifyInstance, { seal, now, under, elsewhere }: OutwardOptions): LeadOut {
  const isOpenTo = (way: Way, request: FastifyRequest) => now().getTime() < way.until && way.of === nameIn(request)
  app.get(`${under}/:way`, async (request, reply) => {
    const { way: sealed } = request.params as { way: string } // named by the route
    const way = unsealed(seal, sealed)
    const to = way && isOpenTo(way, request) ? way.href : elsewhere
    return reply.header('cache-control', 'no-store').redirect(to, 302)
  })
  return (traveller, href) => {
    const way: Way = { href, until: now().getTime() + openForMs, of: nameOf(traveller) }
    return `${under}/${seal.close(JSON.stringify(way))}`
  }
}

function unsealed(seal: OutwardOptions['seal'], text: string): Way | undefined {
  try {
    return JSON.parse(seal.open(text)) as Way // closed by this portal
  } catch {
    return undefined
  }
}

const nameOf = ({ licensee, principal }: Traveller): string =>
  `${licensee.id}:${principal ? topicOwner(principal) : ''}`

/** Undefined for somebody who is not signed in. */
function nameIn(request: FastifyRequest): string | undefined {
  const { licensee } = request
  const principal = licensee && principalOf(request, licensee.id)
  return principal && nameOf({ licensee, principal })
}
