import { InvalidInput } from '../protocol/failure.ts'
import { passwordFault } from './password.rules.ts'
import type { Passwords } from './password.ts'

interface Chosen {
  password: string
  /** The second input of the password. */
  repeated: string
}

interface Places {
  /** JSON Pointers of the two fields. */
  password: string
  repeated: string
  /** The error codes to use; the defaults are those of account creation. */
  criteria?: string
  mismatch?: string
}

/** Throws InvalidInput when a new password breaks the rules or was repeated differently (specification 1 §5). */
export function refuseWeakPassword({ password, repeated }: Chosen, places: Places): void {
  const { criteria = 'password.criteria', mismatch = 'password.mismatch' } = places
  const fault = passwordFault(password)
  if (fault === 'criteria') throw new InvalidInput([{ pointer: places.password, code: criteria }])
  if (fault === 'common') throw new InvalidInput([{ pointer: places.password, code: 'password.common' }])
  if (password !== repeated) throw new InvalidInput([{ pointer: places.repeated, code: mismatch }])
}

/** Returns the hash of a new password. Throws InvalidInput when it breaks the rules. */
export function chosenPasswordHash(
  passwords: Passwords,
  { Password, Password2 }: { Password: string; Password2: string },
): Promise<string> {
  refuseWeakPassword({ password: Password, repeated: Password2 }, { password: '/Password', repeated: '/Password2' })
  return passwords.hash(Password)
}
