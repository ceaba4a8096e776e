import type { AppointmentRow } from './appointments.store.ts'
import { dayOf, wireInstant } from '../../local-time.ts'

export const appointmentAnswer = (row: AppointmentRow): Record<string, unknown> => ({
  APPOINTMENT_N: row.appointmentN,
  PATIENT_N: row.patientN,
  EMPLOYEE_N: row.employeeN,
  FACILITY_N: row.facilityN,
  APPOINTMENT_CHECKIN_TIME: wireInstant(row.zone, row.startsAt),
  DURATION: row.minutes,
  APPOINTMENT_TYPE_NAME: row.typeName,
  IsTeleHealth: row.mode === 'telederm',
  APPOINTMENT_IS_ACTIVE: !row.isCancelled,
  CANCELLATION_REASON: row.cancellationReason,
  APPOINTMENT_REVIEWSTARS: row.reviewStars ?? 0,
  EMPLOYEE_FIRST_NAME: row.firstName,
  EMPLOYEE_LAST_NAME: row.lastName,
  EMPLOYEE_JOB_TITLE: row.jobTitle,
  FACILITY_NAME: row.facilityName,
  FACILITY_ADDRESS: row.address,
  FACILITY_CITY: row.city,
  FACILITY_STATE: row.state,
  FACILITY_ZIP: row.zip,
  SCHEDULING_PHONE: row.phone,
  TIME_ZONE: row.zone,
})

export type AppointmentStatus = 'past' | 'cancelled' | 'today' | 'present' | 'future'

/** Specification 1 §3, for the landing page: `present` while the visit is going on, `today` before it on its day. */
export function statusOf(row: AppointmentRow, now: number): AppointmentStatus {
  if (row.isCancelled) return 'cancelled'
  if (row.startsAt + row.minutes * 60_000 <= now) return 'past'
  if (row.startsAt <= now) return 'present'
  return dayOf(row.zone, row.startsAt) === dayOf(row.zone, now) ? 'today' : 'future'
}
