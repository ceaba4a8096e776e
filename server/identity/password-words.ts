import { wordsOf } from '../../schemas/mostly.ts'
import { practiceName } from '../licensees/practice-name.ts'
import type { Context } from '../protocol/context.ts'

/** Whose password it is. */
export interface PasswordOwner {
  firstName: string
  lastName: string
  /** The user name, or the email address that is one. */
  login?: string
}

/** Words that somebody who guesses passwords of a patient portal tries first, besides the names. */
const ofEveryPortal = ['portal', 'patient', 'doctor', 'health', 'clinic']

/**
 * Returns what must not make up most of a password (OWASP ASVS 5.0, 6.1.2 and 6.2.11): the names of the practice and of
 * the person, the user name, and the words of every portal. A form gets only those names that its reader may know.
 */
export function passwordWords(
  place: Pick<Context, 'setting' | 'licensee'>,
  { firstName = '', lastName = '', login = '' }: Partial<PasswordOwner>,
): string[] {
  return wordsOf([practiceName(place), place.licensee.name, firstName, lastName, login, ...ofEveryPortal])
}
