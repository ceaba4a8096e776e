import { createHash, randomInt } from 'node:crypto'

/** Crockford's base32, which has no letters that look like digits. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const groups = 4
const groupLength = 4
const codeCount = 10

/** Returns ten codes such as `7K2M-9QXR-0VTC-4HJE`; 80 bits each, so that a fast hash is safe. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: codeCount }, () => Array.from({ length: groups }, newGroup).join('-'))
}

function newGroup(): string {
  return Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('')
}

/**
 * Returns the stored hash of a code, independent of how it was typed: in lower case, without dashes, with O for 0 and I
 * or L for 1.
 */
export function recoveryCodeHash(accountId: number, typed: string): string {
  const code = typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  return createHash('sha256').update(`${accountId}:${code}`).digest('base64url')
}
