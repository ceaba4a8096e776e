import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { firstRow, millis, rowsOf, timestamp } from '../../../db/rows.ts'

interface Of {
  practice: string
  appointmentN: number
}

/** Addresses of the portal; what is missing stays as it is. */
export interface PortalUrls {
  portalUrl?: string
  prepareUrl?: string
  uploadUrl?: string
  visitUrl?: string
}

/** Returns false when there is no such appointment. */
export async function keepPortalLinks(db: Db, { practice, appointmentN, ...urls }: Of & PortalUrls): Promise<boolean> {
  const { portalUrl = '', prepareUrl = '', uploadUrl = '', visitUrl = '' } = urls
  const rows = await rowsOf(
    db,
    sql`insert into portal_links as old (practice, appointment_n, portal_url, prepare_url, upload_url, visit_url)
      select practice, appointment_n, ${portalUrl}, ${prepareUrl}, ${uploadUrl}, ${visitUrl} from appointments
      where practice = ${practice} and appointment_n = ${appointmentN}
      on conflict (practice, appointment_n) do update set
        portal_url = coalesce(nullif(excluded.portal_url, ''), old.portal_url),
        prepare_url = coalesce(nullif(excluded.prepare_url, ''), old.prepare_url),
        upload_url = coalesce(nullif(excluded.upload_url, ''), old.upload_url),
        visit_url = coalesce(nullif(excluded.visit_url, ''), old.visit_url)
      returning appointment_n`,
  )
  return rows.length > 0
}

/** Ends the links of an appointment. Returns false when there is no such appointment. */
export async function endPortalLinks(db: Db, { practice, appointmentN, now }: Of & { now: number }): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`insert into portal_links as old (practice, appointment_n, ended_at)
      select practice, appointment_n, ${timestamp(now)} from appointments
      where practice = ${practice} and appointment_n = ${appointmentN}
      on conflict (practice, appointment_n) do update set ended_at = coalesce(old.ended_at, excluded.ended_at)
      returning appointment_n`,
  )
  return rows.length > 0
}

export async function areLinksEnded(db: Db, { practice, appointmentN }: Of): Promise<boolean> {
  const row = await firstRow<{ isEnded: boolean }>(
    db,
    sql`select ended_at is not null as "isEnded" from portal_links
      where practice = ${practice} and appointment_n = ${appointmentN}`,
  )
  return row?.isEnded ?? false
}

/** The number for questions about an appointment. */
export async function schedulingPhone(db: Db, { practice, appointmentN }: Of): Promise<string> {
  const row = await firstRow<{ phone: string }>(
    db,
    sql`select coalesce(nullif(f.appointment_phone, ''), f.phone) as phone from appointments a
      join facilities f on f.practice = a.practice and f.facility_n = a.facility_n
      where a.practice = ${practice} and a.appointment_n = ${appointmentN}`,
  )
  return row?.phone ?? ''
}

/** An appointment whose links the portal has told. */
export interface LinkedAppointment extends Required<PortalUrls> {
  practice: string
  practiceName: string
  appointmentN: number
  startsAt: number
  minutes: number
  zone: string
  patient: string
  provider: string
  /** Digits; either may be empty. */
  cellPhone: string
  facilityPhone: string
  isEnded: boolean
}

/** The upcoming ones, soonest first; of one appointment with `only`. */
export function linkedAppointments(db: Db, { now, only }: { now: number; only?: Of }): Promise<LinkedAppointment[]> {
  const isMeant = only
    ? sql`l.practice = ${only.practice} and l.appointment_n = ${only.appointmentN}`
    : sql`a.starts_at > ${timestamp(now)} and a.cancelled_at is null`
  return rowsOf(
    db,
    sql`select l.practice, c.name as "practiceName", l.appointment_n as "appointmentN",
        ${millis('a.starts_at')} as "startsAt", a.duration as minutes, f.time_zone as zone,
        p.first_name || ' ' || p.last_name as patient, e.first_name || ' ' || e.last_name as provider,
        p.cell_phone as "cellPhone", f.phone as "facilityPhone", l.ended_at is not null as "isEnded",
        l.portal_url as "portalUrl", l.prepare_url as "prepareUrl", l.upload_url as "uploadUrl", l.visit_url as "visitUrl"
      from portal_links l
      join practices c on c.practice = l.practice
      join appointments a on a.practice = l.practice and a.appointment_n = l.appointment_n
      join patients p on p.practice = a.practice and p.patient_n = a.patient_n
      join providers e on e.practice = a.practice and e.employee_n = a.employee_n
      join facilities f on f.practice = a.practice and f.facility_n = a.facility_n
      where ${isMeant} order by a.starts_at, l.practice, l.appointment_n limit 100`,
  )
}
