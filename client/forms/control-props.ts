import type { Field } from '../../schemas/blocks/form.ts'

export interface Choice {
  value: unknown
  label: string
  group?: string
}

/** The props of every widget. An empty control has no value, so that `required` rejects it. */
export interface ControlProps {
  id: string
  field: Field
  value: unknown
  choices: readonly Choice[]
  /** In characters, if the text has a limit. */
  maxLength: number | undefined
  onChange: (value: unknown) => void
  disabled: boolean
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': boolean
  /** Says so, because other fields of the form are required. */
  isOptional: boolean
}
