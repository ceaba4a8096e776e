import type { Action, Navigate } from '../../schemas/action.ts'

/** Returns the address of a navigation, with the value chosen in its block as query parameter. */
export function addressWith(action: Pick<Navigate, 'to' | 'parameter'>, chosen?: string | number): string {
  if (action.parameter === undefined || chosen === undefined) return action.to
  const url = new URL(action.to, 'http://here')
  url.searchParams.set(action.parameter, String(chosen))
  return url.pathname + url.search + url.hash
}

/** Returns the input that an action sends, including the value chosen in its block. */
export function inputWith(
  action: Extract<Action, { type: 'call' }>,
  chosen?: string | number,
): Record<string, unknown> {
  if (action.parameter === undefined || chosen === undefined) return { ...action.input }
  return { ...action.input, [action.parameter]: chosen }
}
