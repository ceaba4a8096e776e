import type { Appointment } from '../gateways/emr/emr.ts'
import type { Reads } from '../protocol/trace.ts'

const hourMs = 3_600_000

export function cancelOffered(reads: Pick<Reads, 'setting'>): boolean {
  return reads.setting('Portal_Cancel_Appointments')
}

export function rescheduleOffered(reads: Pick<Reads, 'setting'>): boolean {
  return reads.setting('Portal_Reschedule_Appointments')
}

export function calendarOffered(reads: Pick<Reads, 'setting'>): boolean {
  return reads.setting('Portal_Calendar_File')
}

export function waitingOffered(reads: Pick<Reads, 'setting'>): boolean {
  return reads.setting('Portal_Waiting_List')
}

/** Whether less than the practice's notice is left; what has begun can never be changed here. */
export function isTooLate(
  { startsAt }: Pick<Appointment, 'startsAt'>,
  { noticeHours, now }: { noticeHours: number; now: Date },
): boolean {
  const left = Date.parse(startsAt) - now.getTime()
  return left <= 0 || left < noticeHours * hourMs
}

/** The reasons of a cancellation: what the browser sends, and the words that the record server keeps. */
export const cancelReasons = {
  better: 'Feeling better',
  conflict: 'Schedule conflict',
  elsewhere: 'Found another provider',
  cost: 'Cost or insurance',
  other: 'Other',
} as const
export type CancelReason = keyof typeof cancelReasons
