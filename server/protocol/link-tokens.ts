import { createHmac, hkdfSync } from 'node:crypto'

/** Answers the same unguessable token for the same names. */
export type LinkTokens = (...names: string[]) => string

/**
 * A link that a list shows each time must be the same each time, but tokens are kept hashed only (security.md). So they are
 * made of a secret and of what they are for: the practice, the purpose, whose it is and what it leads to.
 */
export function createLinkTokens(secret: string): LinkTokens {
  const key = Buffer.from(hkdfSync('sha256', secret, 'portal', 'links of screens', 32))
  return (...names) => createHmac('sha256', key).update(JSON.stringify(names)).digest('base64url')
}
