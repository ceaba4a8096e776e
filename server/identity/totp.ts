import { Secret, TOTP } from 'otpauth'

/** RFC 6238 as every authenticator app knows it; other values are ignored by some of them. */
const algorithm = { algorithm: 'SHA1', digits: 6, period: 30 } as const
export const codeDigits = algorithm.digits
const secretBytes = 20
/** A code counts for one step before and after its own: clocks of phones go wrong, and people take their time. */
const window = 1

/** In base32, as a person types it. */
export function newSecret(): string {
  return new Secret({ size: secretBytes }).base32
}

/** In groups of four, to be typed. */
export function spelled(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? ''
}

/** What the QR code says to an app: `otpauth://totp/…`. */
export function otpauthUri({ secret, issuer, login }: { secret: string; issuer: string; login: string }): string {
  return new TOTP({ ...algorithm, secret: Secret.fromBase32(secret), issuer, label: login }).toString()
}

/** The step of thirty seconds that a code of the secret belongs to; undefined when it does not count at that time. */
export function stepOf({ secret, code, at }: { secret: string; code: string; at: Date }): number | undefined {
  const timestamp = at.getTime()
  const totp = new TOTP({ ...algorithm, secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token: code, timestamp, window })
  return delta === null ? undefined : TOTP.counter({ period: algorithm.period, timestamp }) + delta
}
