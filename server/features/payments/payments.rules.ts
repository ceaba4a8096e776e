import type { Charge } from '../../gateways/emr/billing/billing.ts'
import { paymentSettings } from './payments.settings.ts'
import { owedFor } from '../../practice/billing/charges.rules.ts'
import type { Reads } from '../../protocol/trace.ts'

/** Returns integer cents of an amount of the schema `Amount`. */
export function centsIn(amount: string): number {
  const [dollars = '', cents = ''] = amount.split('.')
  return Number(dollars) * 100 + Number(cents.padEnd(2, '0'))
}

/** The least that can be paid, in cents: what the practice takes for a payment, or all that is owed if that is less. */
export function leastCents(reads: Pick<Reads, 'setting'>, mostCents: number): number {
  return Math.min(reads.setting(paymentSettings.Portal_Least_Payment) * 100, mostCents)
}

/** `176.00`: what the field for an amount begins with. */
export function amountIn(cents: number): string {
  return (cents / 100).toFixed(2)
}

/** Sorts charges, the oldest first: what is owed longest is paid first. */
export function oldestFirst(charges: readonly Charge[]): Charge[] {
  return charges.toSorted((a, b) => a.day.localeCompare(b.day) || Number(a.id) - Number(b.id))
}

/**
 * Allocates an amount to charges, in their order; what is beyond their sum is put on the last one, as a credit. Charges
 * that get nothing are not returned.
 */
export function allocate(
  amountCents: number,
  charges: readonly Charge[],
): { billId: string; day: string; amountCents: number; owedCents: number }[] {
  let left = amountCents
  const parts = charges.map((charge, at) => {
    const isLast = at === charges.length - 1
    const part = isLast ? left : Math.min(left, owedFor(charge))
    left -= part
    return { billId: charge.id, day: charge.day, amountCents: part, owedCents: owedFor(charge) }
  })
  return parts.filter((part) => part.amountCents > 0)
}

/**
 * Returns whether a card has expired: it is valid until the end of its month. `month` and `year` have two digits;
 * `today` is `yyyy-MM-dd`.
 */
export function hasExpired({ month, year }: { month: string; year: string }, today: string): boolean {
  return `20${year}-${month.padStart(2, '0')}` < today.slice(0, 7)
}

/** `Visa ending in 1111`. */
export function cardText({ brand, lastFour }: { brand: string; lastFour: string }): string {
  return `${brand || 'Card'} ending in ${lastFour}`
}
