import type { BlockOf } from '../../schemas/blocks.ts'
import { holds } from '../../schemas/holds.ts'

type Form = BlockOf<'form'>
export type Value = Record<string, unknown>

/**
 * Returns the initial value: the server's value without empty strings, and `false` for each checkbox without a value.
 */
export function startValue(form: Form): Value {
  const boxes = form.fields.filter(({ name }) => propertyOf(form, name).type === 'boolean')
  const given = Object.entries(form.value).filter(([, value]) => value !== '')
  return Object.fromEntries([...boxes.map(({ name }) => [name, false] as const), ...given])
}

export function propertyOf(form: Form, name: string): Record<string, unknown> {
  const { properties } = form.schema as { properties?: Record<string, Record<string, unknown>> } // schema is an object schema
  return properties?.[name] ?? {}
}

/**
 * Merges a newer server value into the typed one: fields the user touched keep their value, the others take the new
 * one.
 */
export function mergeFresh(touched: ReadonlySet<string>, typed: Value, fresh: Value): Value {
  const kept = Object.entries(typed).filter(([name]) => touched.has(name))
  const taken = Object.entries(fresh).filter(([name]) => !touched.has(name))
  return Object.fromEntries([...taken, ...kept])
}

/** Returns the fields whose value differs. */
export function changedFields(before: Value, after: Value): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !isSame(before[name], after[name]),
  )
}

function isSame(one: unknown, other: unknown): boolean {
  return Object.is(one, other) || JSON.stringify(one) === JSON.stringify(other)
}

export function isVisible(field: Form['fields'][number], value: Value): boolean {
  return !field.visible || holds(field.visible, value)
}

/** Returns the values of the visible fields, without those that the form keeps. */
export function typedValue(form: Form, value: Value): Value {
  const hidden = form.fields.filter((field) => !isVisible(field, value)).map(({ name }) => name)
  const left = new Set([...hidden, ...(form.keeps ?? [])])
  return Object.fromEntries(Object.entries(value).filter(([name, each]) => each !== undefined && !left.has(name)))
}

/** Returns the input to send: what is typed, what the form takes of another one, and the input of the action itself. */
export function sentValue(form: Form, value: Value, taken: Value = {}): Value {
  return { ...typedValue(form, value), ...taken, ...form.submit.do.input }
}
