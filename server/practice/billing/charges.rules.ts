import type { Charge } from '../../gateways/emr/billing/billing.ts'
import { dateText } from '../../protocol/time-words.ts'

/** `11/20/2026`, or by another function of a day; `unknown date` of charges that have none (specification 2 §9). */
export function serviceDayText(day: string, text = dateText): string {
  return day === '0001-01-01' ? 'unknown date' : text(day)
}

/** The charges of one day of service. */
export interface Visit {
  /** `yyyy-MM-dd`. */
  day: string
  facility: string
  charges: readonly Charge[]
  /** What the patient still owes for it; negative for a credit. */
  owedCents: number
}

/** What the patient still owes for a charge (specification 2 §3); negative for a credit. */
export function owedFor({ responsibleCents, paidCents }: Charge): number {
  return responsibleCents - paidCents
}

/** The balance of a patient: the sum over all charges (specification 2 §4.1). */
export function balanceOf(charges: readonly Charge[]): number {
  return charges.reduce((sum, charge) => sum + owedFor(charge), 0)
}

/** The credits among the charges, in cents, not negative. They lower the balance. */
export function creditCents(charges: readonly Charge[]): number {
  return -charges.reduce((sum, charge) => sum + Math.min(0, owedFor(charge)), 0)
}

/** Whether the insurance has not decided yet: then nothing is allowed, paid or owed. */
export function isUndecided({ chargedCents, allowedCents, insuranceCents, responsibleCents }: Charge): boolean {
  return chargedCents > 0 && allowedCents === 0 && insuranceCents === 0 && responsibleCents === 0
}

/** What neither discount nor payments explain of the difference between what was charged and what is owed; may be negative. */
export function adjustedCents(charge: Charge): number {
  if (isUndecided(charge)) return 0
  const { chargedCents, discountCents, insuranceCents, paidCents } = charge
  return chargedCents - discountCents - insuranceCents - paidCents - owedFor(charge)
}

/** Groups charges by their day of service, in the given order (specification 2 §4.1, statements). */
export function visitsOf(charges: readonly Charge[]): Visit[] {
  const days = [...new Set(charges.map(({ day }) => day))]
  return days.map((day) => {
    const ofDay = charges.filter((charge) => charge.day === day)
    return { day, facility: ofDay[0]?.facility.name ?? '', charges: ofDay, owedCents: balanceOf(ofDay) }
  })
}

/** The most that can be paid at once, in cents (specification 2 §5, §9). */
export const mostAmountCents = 999_999

/** What a pending payment takes of one charge. */
export interface PendingPart {
  billId: string
  amountCents: number
  /** What was owed for the charge before the payment; null if that is not known. */
  owedCents: number | null
}

/** Returns the charges that can be paid: something is owed for them, and nobody is paying them. */
export function payable(charges: readonly Charge[], pending: readonly PendingPart[]): Charge[] {
  const taken = new Set(pending.map(({ billId }) => billId))
  return charges.filter((charge) => owedFor(charge) > 0 && !taken.has(charge.id))
}

/**
 * Returns how much of the pending payments the record has not credited yet, in cents. The record server credits a
 * payment a moment before the portal knows that: what is owed for a charge then is lower than before the payment.
 * `pending` must be read before `charges`.
 */
export function pendingCents(pending: readonly PendingPart[], charges: readonly Charge[]): number {
  const owed = new Map(charges.map((charge) => [charge.id, owedFor(charge)]))
  return pending.reduce((sum, { billId, amountCents, owedCents }) => {
    const now = owed.get(billId)
    const credited = owedCents === null || now === undefined ? 0 : owedCents - now
    return sum + amountCents - Math.max(0, Math.min(credited, amountCents))
  }, 0)
}

/**
 * Returns what is to be paid for the chosen charges: their sum, but no more than the balance, which credits may lower
 * (specification 2 §5), without what is pending. Never negative.
 */
export function payingAmount(
  all: readonly Charge[],
  chosen: readonly Charge[],
  pending: readonly PendingPart[] = [],
): number {
  return Math.max(0, Math.min(balanceOf(chosen), balanceOf(all) - pendingCents(pending, all), mostAmountCents))
}

/** Whether as much is owed for each of the charges as before. */
export function areUnchanged(before: readonly Charge[], now: readonly Charge[]): boolean {
  const owed = new Map(now.map((charge) => [charge.id, owedFor(charge)]))
  return before.every((charge) => owed.get(charge.id) === owedFor(charge))
}

/** Whether the chosen charges cost more than can be paid at once, so that the rest is paid afterwards. */
export function isPaidInParts(
  all: readonly Charge[],
  chosen: readonly Charge[],
  pending: readonly PendingPart[] = [],
): boolean {
  return Math.min(balanceOf(chosen), balanceOf(all) - pendingCents(pending, all)) > mostAmountCents
}

export const paidInPartsText = `One payment can be up to ${moneyText(mostAmountCents)}. Pay the rest after it.`

/** `$1,234.50`; a negative amount is `-$50.00`. Two decimals always (specification 2 §9). */
export function moneyText(cents: number): string {
  const [dollars = '', rest = ''] = (Math.abs(cents) / 100).toFixed(2).split('.')
  const grouped = dollars.length > 3 ? dollars.replaceAll(/\B(?=(\d{3})+$)/g, ',') : dollars
  return `${cents < 0 ? '-' : ''}$${grouped}.${rest}`
}

/** What is owed: `$38.00`; a negative amount is a credit, `Credit $50.00`. */
export function owedText(cents: number): string {
  return cents < 0 ? `Credit ${moneyText(-cents)}` : moneyText(cents)
}
