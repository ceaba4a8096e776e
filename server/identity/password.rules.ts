import Type from 'typebox'
import type { Field } from '../../schemas/blocks/form.ts'
import { isCommon } from './common-passwords.ts'

/** Specification 1 §5. A special character is none of letter, digit and blank. */
const classes = { lower: '\\p{Ll}', upper: '\\p{Lu}', digit: '\\p{Nd}', special: '[^\\p{L}\\p{N}\\s]' } as const
const shortestPassword = 8
/** security.md: at least 64 are allowed. Argon2 takes any length; a limit keeps a request from being a burden. */
export const longestPassword = 200

/** Checked on both ends by its length; what it must hold besides is said by `passwordFault`. */
export const NewPassword = Type.String({ minLength: 1, maxLength: longestPassword })

export type PasswordFault = 'criteria' | 'common'

/** What is wrong with a new password; undefined when nothing is. Characters are counted as a person counts them. */
export function passwordFault(password: string): PasswordFault | undefined {
  const isLongEnough = Array.from(password.normalize('NFC')).length >= shortestPassword
  const hasAll = Object.values(classes).every((pattern) => new RegExp(pattern, 'u').test(password))
  if (!isLongEnough || !hasAll) return 'criteria'
  return isCommon(password) ? 'common' : undefined
}

/** The rules as a person reads them before typing and sees them ticked while typing (look.md, Passwords). */
export const passwordRules: NonNullable<Field['rules']> = [
  { label: 'at least 8 characters', pattern: '^(?:.|\\n){8,}$' },
  { label: 'a lowercase letter', pattern: classes.lower },
  { label: 'an uppercase letter', pattern: classes.upper },
  { label: 'a digit', pattern: classes.digit },
  { label: 'a special character', pattern: classes.special },
]

/** Specification 1 §5: four classes, counted from eight characters on. */
export const passwordStrength: NonNullable<Field['strength']> = {
  label: 'Password strength',
  minLength: shortestPassword,
  classes: [classes.upper, classes.lower, classes.digit, '[^\\p{Lu}\\p{Ll}\\p{Nd}]'],
  levels: ['Weak', 'Fair', 'Good', 'Strong'],
}
