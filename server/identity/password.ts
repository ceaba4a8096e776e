import { hash, verify } from '@node-rs/argon2'

export interface Passwords {
  /** Returns a PHC string, which names the salt and the cost. */
  hash(password: string): Promise<string>
  /** Returns false without a hash, after the time that a hash of this object's cost takes: nobody learns which accounts exist. */
  matches(passwordHash: string | undefined, password: string): Promise<boolean>
}

/** OWASP Password Storage Cheat Sheet: Argon2id with 19 MiB, two passes and one lane. */
export const recommendedMemoryKib = 19_456

/** Hashes by Argon2id. Only new hashes take the given cost: a hash is checked at the cost that it names. */
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

/** Keyboards write some characters in several ways: they are one password (NIST SP 800-63B). */
function normalized(password: string): string {
  return password.normalize('NFKC')
}
