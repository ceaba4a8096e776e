import type { Field } from '../../schemas/blocks/form.ts'
import { passwordRules, passwordStrength } from './password.rules.ts'

interface Named {
  /** The members of the input. */
  password: string
  repeated: string
  /** Of the first one; default `Password`. */
  label?: string
}

/** A password that somebody chooses, and the same again: its rules are shown before typing (look.md, Passwords). */
export function newPasswordFields({ password, repeated, label = 'Password' }: Named): Omit<Field, 'messages'>[] {
  return [
    {
      name: password,
      label,
      widget: 'password',
      autocomplete: 'new-password',
      rules: passwordRules,
      strength: passwordStrength,
    },
    { name: repeated, label: 'Confirm password', widget: 'password', autocomplete: 'new-password' },
  ]
}
