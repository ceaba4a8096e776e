import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** Who may join which call, in which role and when (security.md, Booking, links, visits). */
export interface CallPass {
  licenseeId: string
  room: string
  /** A guest can leave a call, a host can end it. */
  role: 'guest' | 'host'
  /** Identifies one person: a second device with the same value takes over. */
  who: string
  /** The session it was issued to, the only one it is valid for. Without it, anyone who holds the pass can use it. */
  session?: string
  /** For the listeners of the call, who issued it. The holder of the pass can read it. */
  about?: Record<string, string>
  /** Milliseconds since 1970; `until` is exclusive. */
  notBefore: number
  until: number
}

export interface CallPasses {
  sign(pass: CallPass): string
  /** Returns undefined for a text that was not signed here. */
  read(text: unknown): CallPass | undefined
}

/** Signs with HMAC-SHA256 and a key of its own, derived from the session secret. */
export function createCallPasses(secret: string): CallPasses {
  const key = Buffer.from(hkdfSync('sha256', secret, 'portal', 'call passes', 32))
  const markOf = (body: string) => createHmac('sha256', key).update(body).digest()
  return {
    sign: (pass) => {
      const body = Buffer.from(JSON.stringify(pass)).toString('base64url')
      return `${body}.${markOf(body).toString('base64url')}`
    },
    read: (text) => {
      if (typeof text !== 'string' || text.length > 4000) return undefined
      const [body = '', mark = ''] = text.split('.')
      const [given, expected] = [Buffer.from(mark, 'base64url'), markOf(body)]
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
      return JSON.parse(Buffer.from(body, 'base64url').toString()) as CallPass // signed here
    },
  }
}
