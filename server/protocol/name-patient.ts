import type { Dialog } from '../../schemas/dialog.ts'
import type { BlockOf } from '../../schemas/blocks.ts'
import type { Context } from './context.ts'
import type { Portal } from './portal.ts'
import { notBlocks } from './blocks-within.ts'

type Part = Record<string, unknown>

interface Naming {
  name: string
  /** Whether the part of a screen, such as an action or a block, changes something of the patient. */
  changes(part: Part): boolean
}

/**
 * The same screen, region or effects for somebody who acts for a patient: each dialog that changes something names the
 * patient first, and so does each question before an act. Done here, so that no feature has to remember it.
 */
export function namePatient<V>(
  value: V,
  { portal, context }: { portal: Pick<Portal, 'actions'>; context: Pick<Context, 'principal'> },
): V {
  const { principal } = context
  if (principal?.kind !== 'guardian') return value
  const { firstName, lastName } = principal.patient
  const naming: Naming = {
    name: `${firstName} ${lastName}`,
    changes: ({ type, action, kind }) =>
      kind === 'upload' ||
      kind === 'camera' ||
      ((type === 'call' || type === 'submit') && !portal.actions.get(String(action))?.ofAccount),
  }
  return named(value, naming) as V // the same shape, with more words
}

function named(value: unknown, naming: Naming): unknown {
  if (Array.isArray(value)) return value.map((each) => named(each, naming))
  if (!isPart(value)) return value
  const part = Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, notBlocks.has(key) ? each : named(each, naming)]),
  )
  if (isPart(part.confirm) && naming.changes(part))
    return { ...part, confirm: { ...part.confirm, text: `For ${naming.name}. ${String(part.confirm.text)}` } }
  return isDialog(part) && hasChange(part, naming) ? withName(part, naming) : part
}

function withName(dialog: Dialog, { name }: Naming): Dialog {
  const fact = { id: `${dialog.id}-patient`, name: 'Patient', value: name }
  const [first, ...rest] = dialog.blocks
  if (first?.kind === 'facts') return { ...dialog, blocks: [{ ...first, facts: [fact, ...first.facts] }, ...rest] }
  const facts: BlockOf<'facts'> = { kind: 'facts', id: `${dialog.id}-for`, label: 'For whom', facts: [fact] }
  return { ...dialog, blocks: [facts, ...dialog.blocks] }
}

function hasChange(value: unknown, naming: Naming): boolean {
  if (Array.isArray(value)) return value.some((each) => hasChange(each, naming))
  if (!isPart(value)) return false
  if (naming.changes(value)) return true
  return Object.entries(value).some(([key, each]) => !notBlocks.has(key) && hasChange(each, naming))
}

function isDialog(part: Part): part is Part & Dialog {
  return typeof part.title === 'string' && Array.isArray(part.blocks) && Array.isArray(part.actions)
}

function isPart(value: unknown): value is Part {
  return typeof value === 'object' && value !== null
}
