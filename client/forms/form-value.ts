import type { BlockOf } from '../../schemas/blocks.ts'
import { holds } from '../../schemas/holds.ts'

type Form = BlockOf<'form'>
export type Value = Record<string, unknown>

/** What the form starts from: the server's value without empty words, and a plain no for each box that it leaves open. */
export function startValue(form: Form): Value {
  const boxes = form.fields.filter(({ name }) => propertyOf(form, name).type === 'boolean')
  const given = Object.entries(form.value).filter(([, value]) => value !== '')
  return Object.fromEntries([...boxes.map(({ name }) => [name, false] as const), ...given])
}

export function propertyOf(form: Form, name: string): Record<string, unknown> {
  const { properties } = form.schema as { properties?: Record<string, Record<string, unknown>> } // of an object schema
  return properties?.[name] ?? {}
}

/** A newer value of the server under what a person has typed: the fields they touched win, the rest is taken over. */
export function mergeFresh(touched: ReadonlySet<string>, typed: Value, fresh: Value): Value {
  const kept = Object.entries(typed).filter(([name]) => touched.has(name))
  const taken = Object.entries(fresh).filter(([name]) => !touched.has(name))
  return Object.fromEntries([...taken, ...kept])
}

/** The fields whose value is another than before. */
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

/** What is sent: nothing of a field that does not show, and what the action itself adds. */
export function sentValue(form: Form, value: Value): Value {
  const hidden = form.fields.filter((field) => !isVisible(field, value)).map(({ name }) => name)
  const shown = Object.entries(value).filter(([name, each]) => each !== undefined && !hidden.includes(name))
  return { ...Object.fromEntries(shown), ...form.submit.do.input }
}
