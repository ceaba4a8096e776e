import type { Field } from '../../schemas/blocks/form.ts'
import type { Choice } from './control-props.ts'

type Schema = Record<string, unknown>

/** Returns the choices of the field, or the values that its schema allows with the labels of the field. */
export function choicesOf(schema: Schema, field: Field): Choice[] {
  if (field.options) return field.options
  const source = schema.type === 'array' && isRecord(schema.items) ? schema.items : schema
  return valuesOf(source).map(({ value, label }, at) => ({ value, label: field.optionLabels?.[at] ?? label }))
}

function valuesOf(schema: Schema): Choice[] {
  const list = [schema.enum, schema.oneOf, schema.anyOf].find(Array.isArray) ?? []
  return list.map((each: unknown) => {
    const value = isRecord(each) ? each.const : each
    return { value, label: isRecord(each) && typeof each.title === 'string' ? each.title : String(value) }
  })
}

function isRecord(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null
}
