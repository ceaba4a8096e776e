import { createContext } from 'react'
import type { Field } from '../../schemas/blocks/form.ts'
import type { Value } from './form-value.ts'

/** What the controls know of their form, beside RJSF, which redraws only what it thinks has changed. */
export interface FormParts {
  id: string
  fields: readonly Field[]
  value: Value
  /** By the name of the field. */
  errors: ReadonlyMap<string, string>
}

export const FormContext = createContext<FormParts>({ id: 'form', fields: [], value: {}, errors: new Map() })
