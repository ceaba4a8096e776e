import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { isTaken, isUnknownReference, retryConflicts } from './conflicts.ts'
import type { VisitMode } from '../slots/free-times.ts'
import type { Time } from './holds.store.ts'
import { firstRow, rowsOf, timestamp } from '../../../db/rows.ts'
import { unitsOf } from '../slots/busy-units.ts'

export interface NewAppointment extends Time {
  slotId: number
  patientN: number
  typeName: string
  mode: VisitMode
  comment: string
  source: string
  /** The caller's own id of the booking; empty if it has none. */
  externalId: string
}

/** Turns a hold into an appointment, once per external id. Returns the appointment's number, 0 if declined. */
export async function bookHold(db: Db, appointment: NewAppointment, now: number): Promise<number> {
  const { practice, externalId } = appointment
  try {
    return await retryConflicts(() => db.transaction((tx) => bookInside(tx, appointment, now)))
  } catch (error) {
    if (isTaken(error)) return findByExternalId(db, practice, externalId)
    if (isUnknownReference(error)) return 0
    throw error
  }
}

async function bookInside(tx: Db, appointment: NewAppointment, now: number): Promise<number> {
  const { practice, externalId } = appointment
  const booked = await findByExternalId(tx, practice, externalId)
  if (booked) return booked
  // The row lock of this delete admits one of many parallel bookings; the others find no hold.
  if (!(await takeHold(tx, appointment, now))) return findByExternalId(tx, practice, externalId)
  const appointmentN = await insertAppointment(tx, appointment, now)
  const moved = await rowsOf(
    tx,
    sql`update busy_units set slot_id = null, appointment_n = ${appointmentN}
      where practice = ${practice} and slot_id = ${appointment.slotId} returning unit_start`,
  )
  const { first, last } = unitsOf(appointment.startsAt, appointment.minutes)
  if (moved.length !== last - first + 1) throw new Error('A hold did not own all of its units.')
  return appointmentN
}

/** Consumes a hold. Returns undefined if it has expired or is for another time. */
export function takeHold(
  tx: Db,
  slot: Time & { slotId: number },
  now: number,
): Promise<{ slot_id: number } | undefined> {
  return firstRow(
    tx,
    sql`delete from slot_holds
      where practice = ${slot.practice} and slot_id = ${slot.slotId} and expires_at > ${timestamp(now)}
        and employee_n = ${slot.employeeN} and facility_n = ${slot.facilityN}
        and starts_at = ${timestamp(slot.startsAt)} and duration = ${slot.minutes}
      returning slot_id`,
  )
}

async function insertAppointment(tx: Db, appointment: NewAppointment, now: number): Promise<number> {
  const row = await firstRow<{ appointmentN: number }>(
    tx,
    sql`insert into appointments (practice, patient_n, employee_n, facility_n, starts_at, duration, type_name, mode,
        comment, source, external_id, created_at)
      values (${appointment.practice}, ${appointment.patientN}, ${appointment.employeeN}, ${appointment.facilityN},
        ${timestamp(appointment.startsAt)}, ${appointment.minutes}, ${appointment.typeName}, ${appointment.mode}, ${appointment.comment},
        ${appointment.source}, ${appointment.externalId || null}, ${timestamp(now)})
      returning appointment_n as "appointmentN"`,
  )
  if (!row) throw new Error('An insert returned no row.')
  return row.appointmentN
}

/** Returns the number of the appointment that was booked or moved with an external id; 0 if there is none. */
export async function findByExternalId(db: Db, practice: string, externalId: string): Promise<number> {
  if (externalId === '') return 0
  const row = await firstRow<{ appointmentN: number }>(
    db,
    sql`select appointment_n as "appointmentN" from appointments
      where practice = ${practice} and external_id = ${externalId}
      union select appointment_n from appointment_moves
      where practice = ${practice} and external_id = ${externalId}`,
  )
  return row?.appointmentN ?? 0
}
