import type { AssignedForm } from '../../gateways/emr/emr.ts'

export interface OpenForm extends AssignedForm {
  status: 'assigned' | 'started'
}

/** Only forms that are to be filled in are listed (specification 2 §4.8). */
export function isOpen(form: AssignedForm): form is OpenForm {
  return form.status === 'assigned' || form.status === 'started'
}

/** A patient is asked for a form under its name and template; neither alone says which. */
export function isSame(form: AssignedForm, { name, template }: Pick<AssignedForm, 'name' | 'template'>): boolean {
  return form.name === name && form.template === template
}
