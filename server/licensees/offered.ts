import type { SettingName, SettingValues } from './settings/registry.ts'

interface SettingReads {
  setting<N extends SettingName>(name: N): SettingValues[N]
  /** Whoever asks may be admitted to some parts only. */
  principal?: { kind: string; scope?: number[] } | undefined
}

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
export function messagesOffered(reads: SettingReads): boolean {
  return partOffered(reads, 'messages')
}
export function testResultsOffered(reads: SettingReads): boolean {
  return partOffered(reads, 'testResults')
}
export function myRecordsOffered(reads: SettingReads): boolean {
  return partOffered(reads, 'myRecords')
}
export function clinicalDocumentsOffered(reads: SettingReads): boolean {
  return partOffered(reads, 'clinicalDocuments')
}
export function labOrdersOffered(reads: SettingReads): boolean {
  return partOffered(reads, 'labOrders')
}
/** Billing needs its own switch as well (specification 1 §2, Header). */
export function billingOffered(reads: SettingReads): boolean {
  return partOffered(reads, 'billing') && reads.setting('EnableBillingForPortal')
}
/** Booking is a part of appointments that a practice may keep for its office. */
export function bookingOffered(reads: SettingReads): boolean {
  return partOffered(reads, 'appointments') && reads.setting('Allow_Portal_Appointment_Booking')
}

function partOffered(reads: SettingReads, part: Part): boolean {
  const scope = reads.principal?.scope
  const isInScope = scope === undefined || scope.includes(parts[part])
  return reads.setting('enable_portal_dashboard_options').includes(parts[part]) && isInScope
}
