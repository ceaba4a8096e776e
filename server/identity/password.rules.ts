import Type from 'typebox'
import type { Field, Rule } from '../../schemas/blocks/form.ts'
import { isMostly, withoutWords } from '../../schemas/mostly.ts'
import { isCommon } from './common-passwords.ts'

/** Specification 1 §5. A special character is neither a letter, a digit nor a blank. */
const classes = { lower: '\\p{Ll}', upper: '\\p{Lu}', digit: '\\p{Nd}', special: '[^\\p{L}\\p{N}\\s]' } as const
const shortestPassword = 8
/** security.md: at least 64 must be allowed. Argon2 takes any length; the limit bounds the cost of a request. */
export const longestPassword = 200

/** What is left of a password without the words of its place must have as many letters and digits. */
const shortestRest = 6

/** Client and server check the length; `passwordFault` checks the other rules. */
export const NewPassword = Type.String({ minLength: 1, maxLength: longestPassword })

export type PasswordFault = 'criteria' | 'common' | 'guessable'

/**
 * Returns what is wrong with a new password; undefined when it is valid. Counts characters as people see them. `words`:
 * those of `passwordWords`.
 */
export function passwordFault(password: string, words: readonly string[]): PasswordFault | undefined {
  const isLongEnough = Array.from(password.normalize('NFC')).length >= shortestPassword
  const hasAll = Object.values(classes).every((pattern) => new RegExp(pattern, 'u').test(password))
  if (!isLongEnough || !hasAll) return 'criteria'
  if (isCommon(password)) return 'common'
  return isGuessable(words, password) ? 'guessable' : undefined
}

function isGuessable(words: readonly string[], password: string): boolean {
  return (
    isMostly({ words, least: shortestRest }, password) || isCommon(withoutWords(words, password).replaceAll(/\s/g, ''))
  )
}

const longEnough = '^(?:.|\\n){8,}$'

/**
 * Returns the rules as shown before typing, ticked while typing (look.md, Passwords). `names`: the fields of the same
 * form in which the person types names.
 */
export function passwordRules({ words, names }: { words: readonly string[]; names: readonly string[] }): Rule[] {
  const apart = { words: [...words], fields: [...names], least: shortestRest }
  return [
    { label: 'at least 8 characters', pattern: longEnough },
    { label: 'a lowercase letter', pattern: classes.lower },
    { label: 'an uppercase letter', pattern: classes.upper },
    { label: 'a digit', pattern: classes.digit },
    { label: 'a special character', pattern: classes.special },
    { label: 'more than your name, username or practice', pattern: longEnough, apart },
  ]
}

/** Specification 1 §5: four classes, counted from eight characters on; at most Fair until the rules hold (look.md). */
export const passwordStrength: NonNullable<Field['strength']> = {
  label: 'Password strength',
  minLength: shortestPassword,
  classes: [classes.upper, classes.lower, classes.digit, '[^\\p{Lu}\\p{Ll}\\p{Nd}]'],
  levels: ['Weak', 'Fair', 'Good', 'Strong'],
  unmetAtMost: 2,
}
