import type { Comparison, Condition } from './condition.ts'

/** The one evaluator, used by both ends: hidden fields are not drawn there and their values dropped here. In a file without typebox, for the client. */
export function holds(condition: Condition, value: unknown): boolean {
  if ('and' in condition) return condition.and.every((part) => holds(part, value))
  if ('or' in condition) return condition.or.some((part) => holds(part, value))
  if ('not' in condition) return !holds(condition.not, value)
  return compares(condition, valueAt(condition.path, value))
}

function compares(condition: Comparison, found: unknown): boolean {
  const tests: boolean[] = []
  if (condition.eq !== undefined) tests.push(found === condition.eq)
  if (condition.ne !== undefined) tests.push(found !== condition.ne)
  if (condition.in) tests.push(condition.in.some((each) => each === found))
  if (condition.nin) tests.push(!condition.nin.some((each) => each === found))
  if (condition.exists !== undefined) tests.push((found !== undefined) === condition.exists)
  if (condition.lt !== undefined) tests.push(typeof found === 'number' && found < condition.lt)
  if (condition.gt !== undefined) tests.push(typeof found === 'number' && found > condition.gt)
  return tests.every(Boolean)
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
