import { scopeOf, type Principal } from '../protocol/principal.ts'
import type { Reads } from '../protocol/trace.ts'

type SettingReads = Pick<Reads, 'setting'> & Partial<Pick<Reads, 'principal'>>

/** The parts of the portal by their number in enable_portal_dashboard_options (specification 1 §6). */
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
/** Booking is a part of appointments that a practice may keep for its office. */
export function bookingOffered(reads: SettingReads): boolean {
  return partOffered(reads, 'appointments') && reads.setting('Allow_Portal_Appointment_Booking')
}

/** Whether a principal is limited to other parts of the portal: a guardian may have been given some only (specification 2 §4). */
function mayUse(principal: Principal | undefined, part: Part): boolean {
  return scopeOf(principal)?.includes(parts[part]) ?? true
}

/** Whether the practice offers a part of the portal, and this person may use it. */
export function partOffered(reads: SettingReads, part: Part): boolean {
  return reads.setting('enable_portal_dashboard_options').includes(parts[part]) && mayUse(reads.principal, part)
}
