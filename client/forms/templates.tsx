import type { FieldTemplateProps, ObjectFieldTemplateProps } from '@rjsf/utils'
import { useContext } from 'react'
import { FormContext } from './form-context.ts'

/** Everything around a control is drawn by the control itself (control.tsx). */
export function FieldTemplate({ children }: FieldTemplateProps) {
  return children
}

/** The fields of the form; what else the schema knows is sent along and not drawn. */
export function ObjectTemplate({ properties }: ObjectFieldTemplateProps) {
  const names = new Set(useContext(FormContext).fields.map(({ name }) => name))
  return <div className="fields">{properties.filter(({ name }) => names.has(name)).map(({ content }) => content)}</div>
}
