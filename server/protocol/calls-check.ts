import type { ActionDefinition } from './definitions.ts'
import { notBlocks } from './blocks-within.ts'
import { ContractBroken } from './contract-check.ts'

/** Returns the name of each action or upload that a part of an answer calls, in order, as often as it does. */
export function actionsCalled(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(actionsCalled)
  if (!isPart(value)) return []
  const inner = Object.entries(value).filter(([name]) => !notBlocks.has(name))
  return [...calledBy(value), ...inner.flatMap(([, each]) => actionsCalled(each))]
}

/** Throws if an answer calls what the definition of its screen, region, action or upload does not list. */
export function checkCalls(
  answer: object,
  { what, actions = [] }: Pick<ActionDefinition, 'actions'> & { what: string },
): void {
  const listed = new Set(actions.map(({ name }) => name))
  const unlisted = actionsCalled(answer).find((name) => !listed.has(name))
  if (unlisted !== undefined) throw new ContractBroken(`${what} calls ${unlisted}, which it does not list`)
}

type Part = Record<string, unknown>

const calling: ReadonlySet<unknown> = new Set(['call', 'submit', 'credential'])
const sending: ReadonlySet<unknown> = new Set(['upload', 'camera'])

function calledBy({ type, action, kind, widget, files, upload }: Part): string[] {
  if (calling.has(type) && typeof action === 'string') return [action]
  if (widget === 'files' && isPart(files) && typeof files.upload === 'string') return [files.upload]
  return sending.has(kind) && typeof upload === 'string' ? [upload] : []
}

function isPart(value: unknown): value is Part {
  return typeof value === 'object' && value !== null
}
