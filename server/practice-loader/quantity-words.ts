import type { Quantity } from './fhir/results.ts'
import { plainText } from './plain-text.ts'
import { sentNumber } from './sent-number.ts'

const UNIT_LIMIT = 50

export const unitOf = ({ unit, code }: Quantity) => plainText(unit ?? code, UNIT_LIMIT)

/** `<5.10`: the digits of the laboratory and what it wrote before them; empty without a number. */
export function amountOf({ value, comparator = '', ...quantity }: Quantity): string {
  if (value === undefined) return ''
  const sent = sentNumber({ ...quantity, value })
  return plainText(`${comparator}${sent.digits || sent.value}`)
}

/** `5.10 mg/dL` */
export const quantityWords = (quantity: Quantity) => withUnit(amountOf(quantity), unitOf(quantity))

/** `3.50–5.10 mmol/L`, `3.50 mmol/L or higher`; empty without a limit. The unit belongs to both limits. */
export function limitWords({ low = '', high = '' }: { low?: string; high?: string }, unit: string): string {
  if (low !== '' && high !== '') return withUnit(`${low}–${high}`, unit)
  if (low !== '') return `${withUnit(low, unit)} or higher`
  return high === '' ? '' : `${withUnit(high, unit)} or lower`
}

const withUnit = (amount: string, unit: string) => (amount === '' ? '' : `${amount} ${unit}`.trim())
