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
const shortestWord = 3

/**
 * Returns what must not make up most of a password (OWASP ASVS 5.0, 6.1.2 and 6.2.11): the names of the practice and of
 * the person, the user name, and the words of every portal; folded, the longest first.
 */
export function passwordWords(place: Pick<Context, 'setting' | 'licensee'>, owner: PasswordOwner): string[] {
  const names = [practiceName(place), place.licensee.name, owner.firstName, owner.lastName, owner.login ?? '']
  const words = names.flatMap((name) => folded(name).split(/[^\p{L}\p{N}]+/u))
  return [...new Set([...words, ...ofEveryPortal])]
    .filter((word) => word.length >= shortestWord)
    .toSorted((one, other) => other.length - one.length)
}

/** Returns a text without case and accents. */
export function folded(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
