import { notBlocks } from './blocks-within.ts'
import type { Context } from './context.ts'
import type { Portal } from './portal.ts'
import { isViewer } from './principal.ts'

type Part = Record<string, unknown>

const disabled = { reason: 'You are only viewing this account.' }

/**
 * The same screen or region for a member of the staff who views a record: what would change something stands where the
 * patient sees it, and is off. Where a block cannot be off, pressing it is refused (admit.ts).
 */
export function drawForViewer<V>(
  value: V,
  { portal, context }: { portal: Pick<Portal, 'actions'>; context: Pick<Context, 'principal'> },
): V {
  if (!isViewer(context.principal)) return value
  const isRefused = (act: unknown) =>
    isPart(act) &&
    (act.type === 'call' || act.type === 'submit') &&
    portal.actions.get(String(act.action))?.forViewers !== true
  return drawn(value, isRefused) as V // the same shape, with more words
}

function drawn(value: unknown, isRefused: (act: unknown) => boolean): unknown {
  if (Array.isArray(value)) return value.map((each) => drawn(each, isRefused))
  if (!isPart(value)) return value
  const part: Part = Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, notBlocks.has(key) ? each : drawn(each, isRefused)]),
  )
  if (part.kind === 'form' && isPart(part.submit) && isRefused(part.submit.do))
    return { ...part, submit: { ...part.submit, disabled } }
  return isButton(part) && isRefused(part.do) ? { ...part, disabled } : part
}

/** A block or an action of a row or section: both can be off (schemas/blocks/action.ts, schemas/row-action.ts). */
function isButton({ kind, label, about }: Part): boolean {
  return kind === 'action' || (typeof label === 'string' && typeof about === 'string')
}

function isPart(value: unknown): value is Part {
  return typeof value === 'object' && value !== null
}
