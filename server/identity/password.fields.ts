import type { FormField } from '../protocol/form-fields.ts'
import { passwordRules, passwordStrength } from './password.rules.ts'

interface Named {
  /** The property names of the input. */
  password: string
  repeated: string
  /** Label of the first field; default `Password`. */
  label?: string
  /** Those of `passwordWords`. */
  words: readonly string[]
  /** The property names of names that are typed in the same form. */
  names?: readonly string[]
}

/** The fields of a new password and its repetition. Its rules are shown before typing (look.md, Passwords). */
export function newPasswordFields({ password, repeated, label = 'Password', words, names = [] }: Named): FormField[] {
  return [
    {
      name: password,
      label,
      widget: 'password',
      autocomplete: 'new-password',
      rules: passwordRules({ words, names }),
      strength: passwordStrength,
    },
    { name: repeated, label: 'Confirm password', widget: 'password', autocomplete: 'new-password' },
  ]
}
