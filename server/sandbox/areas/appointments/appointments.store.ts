import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import type { VisitMode } from '../slots/free-times.ts'
import { firstRow, millis, rowsOf, timestamp } from '../../../db/rows.ts'

export type AppointmentList = 'upcoming' | 'past' | 'cancelled'

export interface AppointmentRow {
  appointmentN: number
  patientN: number
  employeeN: number
  facilityN: number
  startsAt: number
  minutes: number
  typeN: number | null
  typeName: string
  mode: VisitMode
  isCancelled: boolean
  cancellationReason: string
  isConfirmed: boolean
  isArrived: boolean
  reviewStars: number | null
  firstName: string
  lastName: string
  jobTitle: string
  facilityName: string
  address: string
  city: string
  state: string
  zip: string
  phone: string
  info: string
  zone: string
}

const appointmentRows = sql`
  select a.appointment_n as "appointmentN", a.patient_n as "patientN", a.employee_n as "employeeN",
    a.facility_n as "facilityN", ${millis('a.starts_at')} as "startsAt", a.duration as minutes,
    a.appointment_type_n as "typeN", a.type_name as "typeName", a.mode, a.cancelled_at is not null as "isCancelled",
    a.cancellation_reason as "cancellationReason", a.confirmed_at is not null as "isConfirmed",
    a.arrived_at is not null as "isArrived", a.review_stars as "reviewStars", p.first_name as "firstName", p.last_name as "lastName",
    p.job_title as "jobTitle", f.name as "facilityName", f.address, f.city, f.state, f.zip, f.phone, f.info,
    f.time_zone as zone
  from appointments a
  join providers p on p.practice = a.practice and p.employee_n = a.employee_n
  join facilities f on f.practice = a.practice and f.facility_n = a.facility_n`

const endsAt = sql`a.starts_at + make_interval(mins => a.duration)`

const lists: Record<AppointmentList, { where: (now: SQL) => SQL; order: SQL }> = {
  // A visit in progress is still upcoming, so that it can be joined.
  upcoming: {
    where: (now) => sql`a.cancelled_at is null and ${endsAt} > ${now}`,
    order: sql`a.starts_at, a.appointment_n`,
  },
  past: {
    where: (now) => sql`a.cancelled_at is null and ${endsAt} <= ${now}`,
    order: sql`a.starts_at desc, a.appointment_n desc`,
  },
  cancelled: { where: () => sql`a.cancelled_at is not null`, order: sql`a.starts_at desc, a.appointment_n desc` },
}

export interface ListQuestion {
  practice: string
  patientN: number
  list: AppointmentList
  page: number
  size: number
  now: number
}

export async function listAppointments(
  db: Db,
  question: ListQuestion,
): Promise<{ total: number; rows: AppointmentRow[] }> {
  const { where, order } = lists[question.list]
  const isMeant = sql`a.practice = ${question.practice} and a.patient_n = ${question.patientN}
    and ${where(timestamp(question.now))}`
  const count = await firstRow<{ total: number }>(
    db,
    sql`select count(*)::int as total from appointments a where ${isMeant}`,
  )
  const rows = await rowsOf<AppointmentRow>(
    db,
    sql`${appointmentRows} where ${isMeant} order by ${order}
      limit ${question.size} offset ${(question.page - 1) * question.size}`,
  )
  return { total: count?.total ?? 0, rows }
}

export const findAppointment = (db: Db, practice: string, appointmentN: number): Promise<AppointmentRow | undefined> =>
  firstRow(db, sql`${appointmentRows} where a.practice = ${practice} and a.appointment_n = ${appointmentN}`)

const marks = {
  confirmed: (at: SQL) => sql`confirmed_at = coalesce(confirmed_at, ${at})`,
  arrived: (at: SQL) => sql`arrived_at = coalesce(arrived_at, ${at})`,
  reminded: (at: SQL) => sql`last_text_sent = ${at}, last_email_sent = ${at}`,
}

export interface Mark {
  practice: string
  appointmentN: number
  what: keyof typeof marks
  now: number
}

/**
 * Records an event of an appointment; returns false for an unknown appointment. Repeated confirmations and arrivals
 * keep the first time.
 */
export async function markAppointment(db: Db, { practice, appointmentN, what, now }: Mark): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`update appointments set ${marks[what](timestamp(now))}
      where practice = ${practice} and appointment_n = ${appointmentN} returning appointment_n`,
  )
  return rows.length > 0
}
