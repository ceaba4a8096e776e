import type { Appointment } from '../gateways/emr/appointments/appointments.ts'
import { appointmentSettings } from './appointment.settings.ts'
import type { Reads } from '../protocol/trace.ts'

const hourMs = 3_600_000

export function cancelOffered(reads: Pick<Reads, 'setting'>): boolean {
  return reads.setting(appointmentSettings.Portal_Cancel_Appointments)
}

export function rescheduleOffered(reads: Pick<Reads, 'setting'>): boolean {
  return reads.setting(appointmentSettings.Portal_Reschedule_Appointments)
}

export function calendarOffered(reads: Pick<Reads, 'setting'>): boolean {
  return reads.setting(appointmentSettings.Portal_Calendar_File)
}

export function waitingOffered(reads: Pick<Reads, 'setting'>): boolean {
  return reads.setting(appointmentSettings.Portal_Waiting_List)
}

/** Returns true when less than the practice's notice period remains, or the appointment has already begun. */
export function isTooLate(
  { startsAt }: Pick<Appointment, 'startsAt'>,
  { noticeHours, now }: { noticeHours: number; now: Date },
): boolean {
  const left = Date.parse(startsAt) - now.getTime()
  return left <= 0 || left < noticeHours * hourMs
}

/** Returns when `isTooLate` becomes true. */
export function lastChangeAt({ startsAt }: Pick<Appointment, 'startsAt'>, noticeHours: number): Date {
  return new Date(Date.parse(startsAt) - noticeHours * hourMs)
}

/** Cancellation reasons: the code that the browser sends, and the text that the record server stores. */
export const cancelReasons = {
  better: 'Feeling better',
  conflict: 'Schedule conflict',
  elsewhere: 'Found another provider',
  cost: 'Cost or insurance',
  other: 'Other',
} as const
export type CancelReason = keyof typeof cancelReasons
