import { createHash } from 'node:crypto'

/** What was typed into a form, valid or not. Of files only their ids count. */
export type DraftFields = Record<string, unknown>

/** What is stored of a draft, encrypted. */
export interface DraftContent {
  fields: DraftFields
  /** What its page keeps besides, nothing of which is typed: what it is about, what is attached. */
  [kept: string]: unknown
}

/** A field that is empty is the same as none. */
function isSame(one: DraftFields, other: DraftFields): boolean {
  return textOf(one) === textOf(other)
}

export function isEmpty(fields: DraftFields): boolean {
  return isSame(fields, {})
}

function textOf(fields: DraftFields): string {
  const filled = Object.entries(fields)
    .map(([name, value]): [string, unknown] => [name, Array.isArray(value) ? idsIn(value) : value])
    .filter(([, value]) => value !== undefined && value !== '' && value !== false && value !== '[]')
  return JSON.stringify(filled.sort(([one], [other]) => (one < other ? -1 : 1)))
}

const idsIn = (files: readonly { id?: unknown }[]) => JSON.stringify([...new Set(files.map(({ id }) => id))])
/** What to do with what somebody types. */
export type DraftStep = 'nothing' | 'store' | 'delete' | 'setApart'

interface Typed {
  /** What is stored now; undefined if nothing is. */
  stored: DraftFields | undefined
  /** What the page last knew to be stored. */
  known: DraftFields
  value: DraftFields
  /** Whether something is attached besides, which makes a draft without a word. */
  isAttached?: boolean
}

/**
 * A page that does not know what is stored must not replace it: the draft was changed, sent or deleted from another
 * page. What is typed here is then set apart, as a draft of its own.
 */
export function draftStep({ stored = {}, known, value, isAttached = false }: Typed): DraftStep {
  if (isSame(stored, value)) return 'nothing'
  if (!isSame(stored, known)) return isEmpty(value) ? 'nothing' : 'setApart'
  return isEmpty(value) && !isAttached ? 'delete' : 'store'
}

/** The id of a draft that is set apart: the same for the same text, so that a repeated request adds no second one. */
export function apartId(draft: string, value: DraftFields): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([draft, textOf(value)]))
    .digest('hex')
  return [hash.slice(0, 8), hash.slice(8, 12), hash.slice(12, 16), hash.slice(16, 20), hash.slice(20, 32)].join('-')
}
