import { InvalidEmrResponse } from './emr.errors.ts'

/**
 * Returns integer cents of dollars in an answer of that call. Throws for a fraction of a cent: rounding it would show a
 * sum that the record server does not have.
 */
export function centsOf(dollars: number, call: string): number {
  const cents = Math.round(dollars * 100)
  // A number with two decimals differs from its cents by less than this, also after a multiplication in binary.
  if (Math.abs(dollars * 100 - cents) > 1e-4) throw new InvalidEmrResponse(call, 'a fraction of a cent')
  return cents
}
