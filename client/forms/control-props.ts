import type { Field } from '../../schemas/blocks/form.ts'

export interface Choice {
  value: unknown
  label: string
}

/** What every widget gets. An empty control has no value, so that `required` means what a person thinks. */
export interface ControlProps {
  id: string
  field: Field
  value: unknown
  choices: readonly Choice[]
  /** In characters, of a text that has a limit. */
  maxLength: number | undefined
  onChange: (value: unknown) => void
  disabled: boolean
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': boolean
}
