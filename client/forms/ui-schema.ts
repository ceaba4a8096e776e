import type { UiSchema } from '@rjsf/utils'
import type { BlockOf } from '../../schemas/blocks.ts'
import { propertyOf } from './form-value.ts'

/** Tells RJSF to render the fields in order, each with the portal's own control. */
export function uiSchemaOf(form: BlockOf<'form'>): UiSchema {
  const known = form.fields.map(({ name }) => name).filter((name) => Object.keys(propertyOf(form, name)).length > 0)
  const own = { 'ui:field': 'control', 'ui:fieldReplacesAnyOrOneOf': true }
  return { 'ui:order': [...known, '*'], ...Object.fromEntries(known.map((name) => [name, own])) }
}
