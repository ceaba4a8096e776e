import type { FieldTemplateProps, ObjectFieldTemplateProps } from '@rjsf/utils'
import { useContext } from 'react'
import { FormContext } from './form-context.ts'

/** The control renders its own label and errors (control.tsx). */
export function FieldTemplate({ children }: FieldTemplateProps) {
  return children
}

/** Renders the fields of the form; other properties of the schema are sent but not shown. */
export function ObjectTemplate({ properties }: ObjectFieldTemplateProps) {
  const names = new Set(useContext(FormContext).fields.map(({ name }) => name))
  return <div className="fields">{properties.filter(({ name }) => names.has(name)).map(({ content }) => content)}</div>
}
