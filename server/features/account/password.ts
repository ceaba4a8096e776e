import { hash, verify } from '@node-rs/argon2'

/** Argon2id with the parameters that OWASP recommends: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Keyboards write some characters in several ways: they are one password (NIST SP 800-63B). */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), cost)
}

let decoy: Promise<string> | undefined

/** Takes the same time whether there is an account or not. */
export async function passwordMatches(passwordHash: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('a password that nobody has')
  const matches = await verify(passwordHash ?? (await decoy), password.normalize('NFKC'))
  return matches && passwordHash !== undefined
}
