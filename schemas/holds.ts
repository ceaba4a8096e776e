import type { Comparison, Condition } from './condition.ts'

/**
 * The only evaluator of conditions: the client hides fields with it and the server drops the values of hidden fields.
 * This file does not import typebox, to keep typebox out of the client.
 */
export function holds(condition: Condition, value: unknown): boolean {
  if ('and' in condition) return condition.and.every((part) => holds(part, value))
  if ('or' in condition) return condition.or.some((part) => holds(part, value))
  if ('not' in condition) return !holds(condition.not, value)
  return compares(condition, valueAt(condition.path, value))
}

function compares(condition: Comparison, value: unknown): boolean {
  const tests: boolean[] = []
  if (condition.eq !== undefined) tests.push(value === condition.eq)
  if (condition.ne !== undefined) tests.push(value !== condition.ne)
  if (condition.in) tests.push(condition.in.some((each) => each === value))
  if (condition.nin) tests.push(!condition.nin.some((each) => each === value))
  if (condition.exists !== undefined) tests.push((value !== undefined) === condition.exists)
  if (condition.lt !== undefined) tests.push(typeof value === 'number' && value < condition.lt)
  if (condition.gt !== undefined) tests.push(typeof value === 'number' && value > condition.gt)
  if (condition.least !== undefined) tests.push(figureIn(value) >= condition.least)
  if (condition.most !== undefined) tests.push(figureIn(value) <= condition.most)
  if (condition.minLength !== undefined)
    tests.push(typeof value === 'string' && Array.from(value).length >= condition.minLength)
  if (condition.matches !== undefined)
    tests.push(typeof value === 'string' && new RegExp(condition.matches, 'u').test(value))
  return tests.every(Boolean)
}

/** NaN, which compares to nothing, for what is no figure. */
function figureIn(value: unknown): number {
  if (typeof value === 'number') return value
  return typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN
}

function valueAt(pointer: string, value: unknown): unknown {
  const names = pointer
    .slice(1)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
  return names.reduce<unknown>((at, name) => (isRecord(at) && Object.hasOwn(at, name) ? at[name] : undefined), value)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
