import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** Who may be at which end of which call, and when (security.md, Booking, links, visits). */
export interface CallPass {
  licenseeId: string
  room: string
  /** A guest leaves, a host ends. */
  role: 'guest' | 'host'
  /** One person: a second device with the same name takes over. */
  who: string
  /** The session it was given to; good for no other. Without it, for whoever holds the pass. */
  session?: string
  /** Milliseconds since 1970; `until` is the first at which it admits no more. */
  notBefore: number
  until: number
}

export interface CallPasses {
  sign(pass: CallPass): string
  /** Undefined for what was not signed here. */
  read(text: unknown): CallPass | undefined
}

/** HMAC-SHA256 with a key of its own, derived from the secret of the sessions. */
export function createCallPasses(secret: string): CallPasses {
  const key = Buffer.from(hkdfSync('sha256', secret, 'portal', 'call passes', 32))
  const markOf = (body: string) => createHmac('sha256', key).update(body).digest()
  return {
    sign: (pass) => {
      const body = Buffer.from(JSON.stringify(pass)).toString('base64url')
      return `${body}.${markOf(body).toString('base64url')}`
    },
    read: (text) => {
      if (typeof text !== 'string' || text.length > 2000) return undefined
      const [body = '', mark = ''] = text.split('.')
      const [given, wanted] = [Buffer.from(mark, 'base64url'), markOf(body)]
      if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined
      return JSON.parse(Buffer.from(body, 'base64url').toString()) as CallPass // signed here
    },
  }
}
