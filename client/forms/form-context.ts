import { createContext } from 'react'
import type { Field, FieldGroup } from '../../schemas/blocks/form.ts'
import type { Value } from './form-value.ts'

/**
 * What the controls need from their form. A React context, because RJSF renders only controls whose own props changed.
 */
export interface FormParts {
  id: string
  fields: readonly Field[]
  groups: readonly FieldGroup[]
  value: Value
  /** Why the whole form is off, as its button says. */
  offReason?: string
  /** Whether optional fields say so: some, and not all, are. What shows on a condition says nothing. */
  marksOptional: boolean
  /** Keyed by field name. */
  errors: ReadonlyMap<string, string>
  /**
   * What stood beside the fields at the last check. An error that is mended keeps its place until the next check, so that
   * a button does not move away under a press.
   */
  checked: ReadonlyMap<string, string>
  /** Lets a field say why the form cannot be sent now, and that it can. */
  holdBack: (field: string, reason: string | undefined) => void
}

export const FormContext = createContext<FormParts>({
  id: 'form',
  fields: [],
  groups: [],
  value: {},
  marksOptional: false,
  errors: new Map(),
  checked: new Map(),
  holdBack: () => undefined,
})
