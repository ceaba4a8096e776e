import { Secret, TOTP } from 'otpauth'

/** RFC 6238 with the values that every authenticator app supports; some apps ignore other values. */
const algorithm = { algorithm: 'SHA1', digits: 6, period: 30 } as const
export const codeDigits = algorithm.digits
const secretBytes = 20
/** A code is also valid one step before and after its own, because phone clocks drift and people type slowly. */
const window = 1

/** In base32, for typing. */
export function newSecret(): string {
  return new Secret({ size: secretBytes }).base32
}

/** In groups of four characters, for typing. */
export function spelled(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? ''
}

/** The content of the QR code: `otpauth://totp/…`. A colon parts issuer and login (Key URI Format), so neither has one. */
export function otpauthUri({ secret, issuer, login }: { secret: string; issuer: string; login: string }): string {
  const [of, label] = [issuer, login].map((name) => name.replaceAll(/\s*:/gu, ''))
  return new TOTP({ ...algorithm, secret: Secret.fromBase32(secret), issuer: of, label }).toString()
}

/** Returns the 30-second step of a code of the secret; undefined when the code is not valid at that time. */
export function stepOf({ secret, code, at }: { secret: string; code: string; at: Date }): number | undefined {
  const timestamp = at.getTime()
  const totp = new TOTP({ ...algorithm, secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token: code, timestamp, window })
  return delta === null ? undefined : TOTP.counter({ period: algorithm.period, timestamp }) + delta
}
