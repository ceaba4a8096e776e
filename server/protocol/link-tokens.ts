import { createHmac, hkdfSync } from 'node:crypto'

/** Returns the same unguessable token for the same names. */
export type LinkTokens = (...names: string[]) => string

/**
 * A link that a list shows must be the same each time, but tokens are stored as hashes only (security.md). So they are
 * derived from a secret and the names: practice, purpose, owner and target.
 */
export function createLinkTokens(secret: string): LinkTokens {
  const key = Buffer.from(hkdfSync('sha256', secret, 'portal', 'links of screens', 32))
  return (...names) => createHmac('sha256', key).update(JSON.stringify(names)).digest('base64url')
}
