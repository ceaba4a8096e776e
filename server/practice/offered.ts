import { appointmentSettings } from './appointment.settings.ts'
import { billingSettings } from './billing/billing.settings.ts'
import { messageSettings } from './message.settings.ts'
import { partSettings } from './part.settings.ts'
import type { PartOffer } from '../protocol/definitions.ts'
import { payers, type Guard } from '../protocol/guard.ts'
import { scopeOf, type Principal } from '../protocol/principal.ts'
import type { Reads } from '../protocol/trace.ts'

type SettingReads = Pick<Reads, 'setting'> & Partial<Pick<Reads, 'principal'>>

/** The portal's features by their number in enable_portal_dashboard_options (specification 1 §6). */
export const parts = {
  appointments: 1,
  messages: 2,
  testResults: 3,
  myRecords: 4,
  billing: 5,
  clinicalDocuments: 6,
  labOrders: 7,
} as const
export type Part = keyof typeof parts

export function appointmentsOffered(reads: SettingReads): boolean {
  return partOffered(reads, 'appointments')
}
/** Pages and actions about appointments, and what people read while they are switched off (look.md). */
export const appointmentsOffer = {
  offered: appointmentsOffered,
  off: { what: 'Managing appointments online', outcome: 'Nothing was changed.' },
} as const satisfies PartOffer
/** People can write to the office, about anything that they see. */
export function writingOffered(reads: SettingReads): boolean {
  return partOffered(reads, 'messages') && repliesAllowed(reads)
}
/** Otherwise messages can be read only (specification 1 §6). */
export function repliesAllowed(reads: SettingReads): boolean {
  return reads.setting(messageSettings.AllowPortalReplies)
}
/** Booking requires the appointments feature; a practice may switch it off so that only its office books. */
export function bookingOffered(reads: SettingReads): boolean {
  return partOffered(reads, 'appointments') && reads.setting(appointmentSettings.Allow_Portal_Appointment_Booking)
}
/** Billing has a switch of its own besides the list of features (specification 1 §6). */
export function billingOffered(reads: SettingReads): boolean {
  return partOffered(reads, 'billing') && reads.setting(billingSettings.EnableBillingForPortal)
}

/** Pages and actions about bills, and what people read while they are switched off (look.md). */
export const billingOffer = { offered: billingOffered, off: { what: 'Billing' } } as const satisfies PartOffer

/**
 * Paying needs billing, and a key for the practice's card processor (specification 2 §3); for guests a switch of their
 * own, too (specification 2 §6).
 */
export function paymentsOffered(reads: SettingReads): boolean {
  if (reads.principal?.kind === 'guest') return guestPaymentsOffered(reads)
  return billingOffered(reads) && reads.setting(billingSettings.Card_Payment_Key).trim() !== ''
}
/** Also asked before somebody is a guest, to promise no more than there is. */
export function guestPaymentsOffered({ setting }: Pick<SettingReads, 'setting'>): boolean {
  return paymentsOffered({ setting }) && setting(billingSettings.Enable_PayBill_Portal)
}

/**
 * Returns whether the principal's scope includes the feature. A guardian may be limited to some features (specification
 * 2 §4).
 */
export function mayUse(principal: Principal | undefined, part: Part): boolean {
  return scopeOf(principal)?.includes(parts[part]) ?? true
}

/** Those who may see a bill and what was paid; a guardian without billing in their scope is not one of them. */
export const billPayers: Guard = {
  ...payers,
  name: 'patients, guardians with billing, and guests',
  admits: (principal) => payers.admits(principal) && mayUse(principal, 'billing'),
}

/** Returns whether the practice offers a feature and this person may use it. */
export function partOffered(reads: SettingReads, part: Part): boolean {
  return (
    reads.setting(partSettings.enable_portal_dashboard_options).includes(parts[part]) && mayUse(reads.principal, part)
  )
}
