import { randomUUID } from 'node:crypto'
import type { Action } from '../../schemas/action.ts'
import type { BlockOf } from '../../schemas/blocks.ts'
import { addDays } from '../../server/protocol/time-words.ts'
import { blocksOf } from './nested-blocks.ts'

/** What a part of a screen or of an answer sends to an action or an upload, with its real ids. */
export interface DrawnCall {
  /** Of the action or the upload. */
  name: string
  input: Record<string, unknown>
  isUpload: boolean
}

/** What is typed into fields, by their names, or by the action and the name: `simpleMail.send to`. */
export type Typed = Readonly<Record<string, unknown>>

/**
 * Returns every call that the parts of a screen or of an answer offer. Forms are filled in: with `typed` first, else
 * with the first option, and with some words where a field must have a value.
 */
export function drawnCalls(answer: unknown, typed: Typed = {}): DrawnCall[] {
  const forms = blocksOf(answer, 'form')
  const ratings = blocksOf(answer, 'rating').flatMap(({ do: act }) => act ?? [])
  const files = forms.flatMap(({ fields }) => fields.flatMap(({ files: of }) => of ?? []))
  return [
    ...nodesOf(answer).flatMap((node) => callOf(node)),
    ...ratings.map(({ action, input, parameter = '' }) => act(action, { ...input, [parameter]: 1 })),
    ...forms.flatMap((form) => {
      const value = { ...filled(form, typed), ...takenOf(form, typed) }
      const { action, input } = form.submit.do
      const save = form.autosave?.do
      return [
        act(action, { ...value, ...input }),
        ...(save ? [act(save.action, { value, stored: {}, ...save.input })] : []),
      ]
    }),
    ...blocksOf(answer, 'upload').map(({ upload, input, category }) =>
      send(upload, { ...input, ...(category ? { category: category.options[0]?.value } : {}) }),
    ),
    ...blocksOf(answer, 'camera').map(({ upload, input }) => send(upload, { ...input })),
    ...files.map(({ upload, input }) => send(upload, { ...input, id: randomUUID() })),
  ]
}

function act(name: string, input: Record<string, unknown>): DrawnCall {
  return { name, input, isUpload: false }
}

function send(name: string, input: Record<string, unknown>): DrawnCall {
  return { name, input, isUpload: true }
}

function callOf(node: Record<string, unknown>): DrawnCall[] {
  const call = node as unknown as Action // by its type
  return call.type === 'call' && call.parameter === undefined ? [act(call.action, call.input ?? {})] : []
}

type Form = BlockOf<'form'>
type Fields = Record<string, Record<string, unknown>>

/** Returns what a person sends who fills in what the form asks for. */
function filled({ schema, fields, value, submit, keeps = [] }: Form, typed: Typed): Record<string, unknown> {
  const { properties = {}, required = [] } = schema as { properties?: Fields; required?: string[] } // of an object
  const { action } = submit.do
  const entered = fields
    .filter(({ name, widget }) => widget !== 'files' && !keeps.includes(name))
    .flatMap((field) => {
      const { name } = field
      const own = typed[`${action} ${name}`] ?? typed[name] ?? value[name]
      if (own === undefined && !required.includes(name)) return []
      return [[name, own ?? typedIn(field, properties[name] ?? {})] as const]
    })
  return { ...value, ...Object.fromEntries(entered) }
}

function typedIn({ options, latest, earliest }: Form['fields'][number], schema: Record<string, unknown>): unknown {
  const { type, const: only, enum: values, anyOf, format } = schema as FieldSchema
  const listed = options?.map(({ value }) => value) ?? values ?? anyOf?.map(({ const: each }) => each)
  if (listed) return type === 'array' ? [listed[0]] : listed[0]
  if (only !== undefined) return only
  if (type === 'boolean') return true
  if (type === 'integer') return 1
  return format === 'date' ? dayWithin({ latest, earliest }) : 'Some words'
}

/** A day that can be chosen also where the practice's today is another one: not the last that can be. */
function dayWithin({ latest, earliest }: Pick<Form['fields'][number], 'latest' | 'earliest'>): string | undefined {
  if (latest === undefined || latest === earliest) return latest ?? earliest
  return addDays(latest, -1)
}

interface FieldSchema {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: { const?: unknown }[]
  format?: string
}

/** What a form also sends of another one of the page, which may not be part of the answer. */
function takenOf({ takes }: Form, typed: Typed): Record<string, unknown> {
  return Object.fromEntries((takes?.fields ?? []).map((name) => [name, typed[name]]))
}

function nodesOf(value: unknown): Record<string, unknown>[] {
  if (Array.isArray(value)) return value.flatMap(nodesOf)
  if (typeof value !== 'object' || value === null) return []
  return [value as Record<string, unknown>, ...Object.values(value).flatMap(nodesOf)]
}
