import type { Quantity } from './fhir/results.ts'

/** More digits were calculated, not measured: Synthea has up to 17. */
const MOST_DIGITS = 10

/**
 * Returns a number with its digits as the laboratory sent them; `digits` is empty if it has more than anybody measures,
 * and the number is rounded then.
 */
export function sentNumber({ value, digits }: Quantity & { value: number }): { value: number; digits: string } {
  const sent = digits !== undefined && Number(digits) === value ? digits : String(value)
  const isSent = /^-?\d+(\.\d+)?$/.test(sent) && significantDigits(sent) <= MOST_DIGITS
  return isSent ? { value, digits: sent } : { value: rounded(value), digits: '' }
}

const significantDigits = (written: string) => written.replace(/^[-0.]+/, '').replace('.', '').length

/** Six digits count where they say all, otherwise four. */
const rounded = (value: number) => (Number(value.toPrecision(6)) === value ? value : Number(value.toPrecision(4)))
