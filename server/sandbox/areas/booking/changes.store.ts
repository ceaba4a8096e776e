import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { findByExternalId, takeHold } from './bookings.store.ts'
import { isTaken, retryConflicts } from './conflicts.ts'
import type { Time } from './holds.store.ts'
import { firstRow, rowsOf, timestamp } from '../../../db/rows.ts'

export interface Cancellation {
  practice: string
  patientN: number
  appointmentN: number
  reason: string
}

export type CancelOutcome = 'cancelled' | 'over' | 'unknown'

/**
 * Cancels an appointment that has not begun and releases its time at once; a second time changes nothing and keeps the
 * first reason.
 */
export async function cancelAppointment(db: Db, cancellation: Cancellation, now: number): Promise<CancelOutcome> {
  return retryConflicts(() => db.transaction((tx) => cancelInside(tx, cancellation, now)))
}

async function cancelInside(tx: Db, cancellation: Cancellation, now: number): Promise<CancelOutcome> {
  const { practice, appointmentN, reason } = cancellation
  const appointment = await lockAppointment(tx, cancellation, now)
  if (!appointment) return 'unknown'
  if (appointment.isCancelled) return 'cancelled'
  if (appointment.isOver) return 'over'
  await rowsOf(
    tx,
    sql`update appointments set cancelled_at = ${timestamp(now)}, cancellation_reason = ${reason}
      where practice = ${practice} and appointment_n = ${appointmentN}`,
  )
  await releaseUnits(tx, cancellation)
  return 'cancelled'
}

interface Locked {
  isCancelled: boolean
  isOver: boolean
}

/** Parallel changes of the appointment wait for the end of this transaction. */
function lockAppointment(
  tx: Db,
  { practice, patientN, appointmentN }: Omit<Cancellation, 'reason'>,
  now: number,
): Promise<Locked | undefined> {
  return firstRow(
    tx,
    sql`select cancelled_at is not null as "isCancelled", starts_at <= ${timestamp(now)} as "isOver" from appointments
      where practice = ${practice} and appointment_n = ${appointmentN} and patient_n = ${patientN} for update`,
  )
}

function releaseUnits(tx: Db, { practice, appointmentN }: Pick<Cancellation, 'practice' | 'appointmentN'>) {
  return rowsOf(tx, sql`delete from busy_units where practice = ${practice} and appointment_n = ${appointmentN}`)
}

export interface Move extends Time {
  slotId: number
  patientN: number
  appointmentN: number
  externalId: string
}

/**
 * Moves an appointment to a held time, once per external id, and releases its old time in the same transaction. Returns
 * its number, 0 if declined; then nothing has changed.
 */
export async function moveAppointment(db: Db, move: Move, now: number): Promise<number> {
  const { practice, externalId } = move
  try {
    return await retryConflicts(() => db.transaction((tx) => moveInside(tx, move, now)))
  } catch (error) {
    if (isTaken(error)) return findByExternalId(db, practice, externalId)
    throw error
  }
}

async function moveInside(tx: Db, move: Move, now: number): Promise<number> {
  const { practice, externalId, appointmentN, slotId } = move
  const appointment = await lockAppointment(tx, move, now)
  const moved = await findByExternalId(tx, practice, externalId)
  if (moved) return moved
  if (!appointment || appointment.isCancelled || appointment.isOver) return 0
  if (!(await takeHold(tx, move, now))) return 0
  await releaseUnits(tx, move)
  await rowsOf(
    tx,
    sql`update busy_units set slot_id = null, appointment_n = ${appointmentN}
      where practice = ${practice} and slot_id = ${slotId}`,
  )
  await rowsOf(
    tx,
    sql`insert into appointment_moves (practice, external_id, appointment_n, moved_from, moved_at)
      select practice, ${externalId}, appointment_n, starts_at, ${timestamp(now)} from appointments
      where practice = ${practice} and appointment_n = ${appointmentN}`,
  )
  await rowsOf(
    tx,
    sql`update appointments set employee_n = ${move.employeeN}, facility_n = ${move.facilityN},
        starts_at = ${timestamp(move.startsAt)}, duration = ${move.minutes}, confirmed_at = null
      where practice = ${practice} and appointment_n = ${appointmentN}`,
  )
  return appointmentN
}
