import type { Action, Navigate } from '../../schemas/action.ts'

/** The address of a navigation, with the value chosen in its block in the query. */
export function addressWith(action: Pick<Navigate, 'to' | 'parameter'>, chosen?: string | number): string {
  if (action.parameter === undefined || chosen === undefined) return action.to
  const url = new URL(action.to, 'http://here')
  url.searchParams.set(action.parameter, String(chosen))
  return url.pathname + url.search + url.hash
}

/** What an action sends: its input, and the value chosen in its block. */
export function inputWith(
  action: Extract<Action, { type: 'call' }>,
  chosen?: string | number,
): Record<string, unknown> {
  if (action.parameter === undefined || chosen === undefined) return { ...action.input }
  return { ...action.input, [action.parameter]: chosen }
}
