import type { Account, ReplacingHash } from './account.store.ts'
import { InvalidInput } from '../protocol/failure.ts'
import { passwordWords, type PasswordOwner } from './password-words.ts'
import { passwordFault } from './password.rules.ts'
import type { Passwords } from './password.ts'

interface Chosen {
  password: string
  /** The second input of the password. */
  repeated: string
  owner: PasswordOwner
}

type Place = Parameters<typeof passwordWords>[0]

interface Places {
  /** JSON Pointers of the two fields. */
  password: string
  repeated: string
  /** The error codes to use; the defaults are those of account creation. */
  criteria?: string
  mismatch?: string
}

/** Throws InvalidInput when a new password breaks the rules or was repeated differently (specification 1 §5). */
export function refuseWeakPassword(place: Place, { password, repeated, owner }: Chosen, places: Places): void {
  const { criteria = 'password.criteria', mismatch = 'password.mismatch' } = places
  const fault = passwordFault(password, passwordWords(place, owner))
  if (fault === 'criteria') throw new InvalidInput([{ pointer: places.password, code: criteria }])
  if (fault === 'common') throw new InvalidInput([{ pointer: places.password, code: 'password.common' }])
  if (fault === 'guessable') throw new InvalidInput([{ pointer: places.password, code: 'password.guessable' }])
  if (password !== repeated) throw new InvalidInput([{ pointer: places.repeated, code: mismatch }])
}

/**
 * Returns the hash of a password that replaces that of an account. Throws InvalidInput when it is the same one: those who
 * know the old one, such as the office that set it, would know the new one. Every way to change a password ends here.
 */
export async function replacingHash(
  { passwords }: { passwords: Passwords },
  { passwordHash }: Pick<Account, 'passwordHash'>,
  { password, pointer }: { password: string; pointer: string },
): Promise<ReplacingHash> {
  if (await passwords.matches(passwordHash, password)) throw new InvalidInput([{ pointer, code: 'password.same' }])
  return (await passwords.hash(password)) as ReplacingHash // the only place that makes one
}

/** Returns the hash of a new password. Throws InvalidInput when it breaks the rules. */
export function chosenPasswordHash(
  { passwords }: { passwords: Passwords },
  place: Place,
  { Password, Password2, owner }: { Password: string; Password2: string; owner: PasswordOwner },
): Promise<string> {
  const pointers = { password: '/Password', repeated: '/Password2' }
  refuseWeakPassword(place, { password: Password, repeated: Password2, owner }, pointers)
  return passwords.hash(Password)
}
