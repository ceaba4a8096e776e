import { DateTime } from 'luxon'
import { paymentSettings } from '../payments.settings.ts'
import type { Charge } from '../../../gateways/emr/billing/billing.ts'
import { payable, payingAmount } from '../../../practice/billing/charges.rules.ts'
import { addDays } from '../../../protocol/time-words.ts'
import type { Reads } from '../../../protocol/trace.ts'
import { paymentsOffered } from '../../../practice/offered.ts'

/** What is owed at least to be paid in installments. */
export const leastOwedCents = 5000
export const fewestInstallments = 2
export const mostInstallments = 12
/** The first installment is due within so many days. */
export const latestFirstDays = 30
const remindedDaysBefore = 3
/** A declined card is charged once more after so many days. */
const retriedAfterDays = 3
/**
 * An installment that could not be charged until so many days after its day moves to the end of its agreement, so that
 * the card is charged once a month.
 */
const chargedUntilDays = 7
/** After the processor could not be reached. */
export const triedAgainAfterMs = 3_600_000
/** Cards are charged, and reminders sent, from this hour of the day on, where the practice is. */
const fromHour = 9

/** New agreements need a setting of their own; existing ones continue without it. */
export function installmentsOffered(reads: Pick<Reads, 'setting' | 'principal'>): boolean {
  return paymentsOffered(reads) && reads.setting(paymentSettings.Portal_Installments)
}

export function isEnoughForInstallments(owedCents: number): boolean {
  return owedCents >= leastOwedCents
}

/** One agreed payment. */
export interface Part {
  /** `yyyy-MM-dd` */
  day: string
  amountCents: number
}

/** Divides an amount into monthly payments. The last one takes the cents that cannot be divided. */
export function partsOf(totalCents: number, { first, count }: { first: string; count: number }): Part[] {
  const each = Math.floor(totalCents / count)
  return Array.from({ length: count }, (_, at) => ({
    day: addMonths(first, at),
    amountCents: at === count - 1 ? totalCents - each * (count - 1) : each,
  }))
}

/** The same day of a later month, or its last day: January 31 becomes February 28. */
function addMonths(day: string, months: number): string {
  return DateTime.fromISO(day, { zone: 'utc' }).plus({ months }).toFormat('yyyy-MM-dd')
}

/** Whether the first installment may be due on that day. */
export function isFirstDay(day: string, today: string): boolean {
  return day >= today && day <= addDays(today, latestFirstDays)
}

/** When an installment of that day is charged. */
export function chargeTime(day: string, timeZone: string): Date {
  return DateTime.fromISO(day, { zone: timeZone }).set({ hour: fromHour }).toJSDate()
}

/** When its reminder is sent; undefined if that has passed. */
export function reminderTime(day: string, { timeZone, now }: { timeZone: string; now: Date }): Date | undefined {
  const time = chargeTime(addDays(day, -remindedDaysBefore), timeZone)
  return time > now ? time : undefined
}

/** When a declined card is charged once more. */
export function retryTime(today: string, timeZone: string): Date {
  return chargeTime(addDays(today, retriedAfterDays), timeZone)
}

/** Whether it is too late to charge an installment: the next one is near. `today` is `yyyy-MM-dd`. */
export function isMissed({ dueOn, declines }: { dueOn: string; declines: number }, today: string): boolean {
  return today > addDays(dueOn, chargedUntilDays + declines * retriedAfterDays)
}

/** Returns the days of an agreement's next months, `yyyy-MM-dd`, early enough for a reminder. */
export function daysAtEnd(
  installments: readonly { dueOn: string }[],
  { count, today }: { count: number; today: string },
): string[] {
  const dayOfMonth = Math.max(...installments.map(({ dueOn }) => Number(dueOn.slice(8))))
  const last = installments.map(({ dueOn }) => dueOn).reduce((a, b) => (a > b ? a : b))
  const earliest = addDays(today, remindedDaysBefore)
  const days: string[] = []
  for (let months = 1; days.length < count; months++) {
    const month = DateTime.fromISO(last, { zone: 'utc' }).startOf('month').plus({ months })
    const day = month.set({ day: Math.min(dayOfMonth, month.daysInMonth ?? dayOfMonth) }).toFormat('yyyy-MM-dd')
    if (day > earliest) days.push(day)
  }
  return days
}

/** What is still owed for the agreed charges, in cents, as if none of them were being paid. */
export function stillOwed(charges: readonly Charge[], billIds: readonly string[]): number {
  return payingAmount(charges, payable(agreedOnly(charges, billIds), []))
}

export function agreedOnly(charges: readonly Charge[], billIds: readonly string[]): Charge[] {
  return charges.filter(({ id }) => billIds.includes(id))
}

/** Which payment of an installment. */
interface InstallmentPayment {
  planId: string
  number: number
  attempts: number
}

/** The reference of the payment of an installment: the same one until it is known that it charged nothing. */
export function referenceOf({ planId, number, attempts }: InstallmentPayment): string {
  return `${planId}.${number}.${attempts}`
}

/** Returns undefined for the reference of a payment that is not one of an installment. */
export function installmentOf(reference: string): InstallmentPayment | undefined {
  const [planId = '', number, attempts] = reference.split('.')
  return attempts === undefined ? undefined : { planId, number: Number(number), attempts: Number(attempts) }
}
