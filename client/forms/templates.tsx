import type { FieldTemplateProps, ObjectFieldTemplateProps } from '@rjsf/utils'

/** Everything around a control is drawn by the control itself (control.tsx). */
export function FieldTemplate({ children }: FieldTemplateProps) {
  return children
}

export function ObjectTemplate({ properties }: ObjectFieldTemplateProps) {
  return <div className="fields">{properties.map(({ content }) => content)}</div>
}
