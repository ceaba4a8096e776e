import { hash, verify } from '@node-rs/argon2'

export interface Passwords {
  /** Returns a PHC string, which contains the salt and the cost. */
  hash(password: string): Promise<string>
  /**
   * Returns false without a hash, but takes the time of a hash of the current cost, so that the response time does not
   * reveal which accounts exist.
   */
  matches(passwordHash: string | undefined, password: string): Promise<boolean>
}

/** OWASP Password Storage Cheat Sheet: Argon2id with 19 MiB, two passes and one lane. */
export const recommendedMemoryKib = 19_456

/**
 * Hashes with Argon2id. The given cost applies to new hashes only: an existing hash is checked at the cost that it
 * contains.
 */
export function createPasswords({ memoryKib = recommendedMemoryKib }: { memoryKib?: number } = {}): Passwords {
  const cost = { memoryCost: memoryKib, timeCost: 2, parallelism: 1 }
  let decoy: Promise<string> | undefined
  const passwords: Passwords = {
    hash: (password) => hash(normalized(password), cost),
    matches: async (passwordHash, password) => {
      decoy ??= passwords.hash('a password that nobody has')
      const matches = await verify(passwordHash ?? (await decoy), normalized(password))
      return matches && passwordHash !== undefined
    },
  }
  return passwords
}

/** Some characters have several Unicode encodings, depending on the keyboard: they count as equal (NIST SP 800-63B). */
function normalized(password: string): string {
  return password.normalize('NFKC')
}
