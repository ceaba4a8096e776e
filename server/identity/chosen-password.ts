import { InvalidInput } from '../protocol/failure.ts'
import { passwordFault } from './password.rules.ts'
import type { Passwords } from './password.ts'

interface Chosen {
  password: string
  /** As it was typed the second time. */
  repeated: string
}

interface Places {
  /** JSON Pointers of the two. */
  password: string
  repeated: string
  /** The codes that say what is wrong; those of a new account without it. */
  criteria?: string
  mismatch?: string
}

/** Throws InvalidInput when a password that somebody chose breaks the rules, or was repeated otherwise (specification 1 §5). */
export function refuseWeakPassword({ password, repeated }: Chosen, places: Places): void {
  const { criteria = 'password.criteria', mismatch = 'password.mismatch' } = places
  const fault = passwordFault(password)
  if (fault === 'criteria') throw new InvalidInput([{ pointer: places.password, code: criteria }])
  if (fault === 'common') throw new InvalidInput([{ pointer: places.password, code: 'password.common' }])
  if (password !== repeated) throw new InvalidInput([{ pointer: places.repeated, code: mismatch }])
}

/** The hash of a password that keeps the rules. Throws InvalidInput. */
export function chosenPasswordHash(
  passwords: Passwords,
  { Password, Password2 }: { Password: string; Password2: string },
): Promise<string> {
  refuseWeakPassword({ password: Password, repeated: Password2 }, { password: '/Password', repeated: '/Password2' })
  return passwords.hash(Password)
}
