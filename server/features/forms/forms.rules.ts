import type { AssignedForm } from '../../gateways/emr/forms/forms.ts'

export interface OpenForm extends AssignedForm {
  status: 'assigned' | 'started'
}

/** Returns whether a form is still to be filled in; only those are listed (specification 2 §4.8). */
export function isOpen(form: AssignedForm): form is OpenForm {
  return form.status === 'assigned' || form.status === 'started'
}

/** A form is identified by name and template together. */
export function isSame(form: AssignedForm, { name, template }: Pick<AssignedForm, 'name' | 'template'>): boolean {
  return form.name === name && form.template === template
}
