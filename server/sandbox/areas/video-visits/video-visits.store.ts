import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { millis, rowsOf, timestamp } from '../../../db/rows.ts'

export interface VideoVisit {
  practice: string
  appointmentN: number
  startsAt: number
  minutes: number
  zone: string
  patient: string
  provider: string
  isCancelled: boolean
  /** Empty until the portal has sent it. */
  providerLink: string
  isPatientJoined: boolean
  patientJoinedAt: number | null
  providerJoinedAt: number | null
  endedAt: number | null
}

interface Of {
  practice: string
  appointmentN: number
}

/** Returns false for an unknown appointment. */
async function note(db: Db, { practice, appointmentN }: Of, what: { column: SQL; value: SQL }[]): Promise<boolean> {
  const columns = sql.join(
    what.map(({ column }) => column),
    sql`, `,
  )
  const values = sql.join(
    what.map(({ value }) => value),
    sql`, `,
  )
  const news = sql.join(
    what.map(({ column }) => sql`${column} = excluded.${column}`),
    sql`, `,
  )
  const rows = await rowsOf(
    db,
    sql`insert into video_visits (practice, appointment_n, ${columns})
      select a.practice, a.appointment_n, ${values} from appointments a
      where a.practice = ${practice} and a.appointment_n = ${appointmentN}
      on conflict (practice, appointment_n) do update set ${news} returning appointment_n`,
  )
  return rows.length > 0
}

export const keepProviderLink = (db: Db, visit: Of & { url: string }): Promise<boolean> =>
  note(db, visit, [{ column: sql`provider_link`, value: sql`${visit.url}` }])

export const notePatientJoined = (db: Db, visit: Of & { isJoined: boolean }): Promise<boolean> =>
  note(db, visit, [{ column: sql`is_patient_joined`, value: sql`${visit.isJoined}::boolean` }])

const joinedAt = { patient: sql`patient_joined_at`, provider: sql`provider_joined_at` }

export const noteJoined = (
  db: Db,
  visit: Of & { room: string; participant: keyof typeof joinedAt; now: number },
): Promise<boolean> =>
  note(db, visit, [
    { column: sql`room`, value: sql`${visit.room}` },
    { column: joinedAt[visit.participant], value: timestamp(visit.now) },
  ])

export const noteEnded = (db: Db, visit: Of & { room: string; now: number }): Promise<boolean> =>
  note(db, visit, [
    { column: sql`room`, value: sql`${visit.room}` },
    { column: sql`ended_at`, value: timestamp(visit.now) },
    { column: sql`is_patient_joined`, value: sql`false` },
  ])

/** Returns the video visits of a day and the night around it, independent of the zone, soonest first. */
export const videoVisitsAround = (db: Db, now: number): Promise<VideoVisit[]> =>
  rowsOf(
    db,
    sql`select a.practice, a.appointment_n as "appointmentN", ${millis('a.starts_at')} as "startsAt", a.duration as minutes,
      f.time_zone as zone, p.first_name || ' ' || p.last_name as patient,
      e.first_name || ' ' || e.last_name as provider, a.cancelled_at is not null as "isCancelled",
      coalesce(v.provider_link, '') as "providerLink", coalesce(v.is_patient_joined, false) as "isPatientJoined",
      ${millis('v.patient_joined_at')} as "patientJoinedAt", ${millis('v.provider_joined_at')} as "providerJoinedAt",
      ${millis('v.ended_at')} as "endedAt"
    from appointments a
    join patients p on p.practice = a.practice and p.patient_n = a.patient_n
    join providers e on e.practice = a.practice and e.employee_n = a.employee_n
    join facilities f on f.practice = a.practice and f.facility_n = a.facility_n
    left join video_visits v on v.practice = a.practice and v.appointment_n = a.appointment_n
    where a.mode = 'telederm' and a.starts_at > ${timestamp(now - 12 * 3_600_000)}
      and (a.starts_at < ${timestamp(now + 24 * 3_600_000)} or v.provider_link <> '')
    order by a.starts_at, a.practice, a.appointment_n
    limit 100`,
  )
