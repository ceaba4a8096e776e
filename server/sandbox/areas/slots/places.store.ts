import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import type { VisitMode } from './free-times.ts'
import { firstRow, rowsOf } from '../../../db/rows.ts'

/** A provider at one of the facilities where they work. */
export interface Place {
  employeeN: number
  firstName: string
  lastName: string
  jobTitle: string
  bio: string
  facilityN: number
  facilityName: string
  address: string
  city: string
  state: string
  zip: string
  phone: string
  info: string
  mapUrl: string
  zone: string
}

export interface VisitType {
  typeN: number
  name: string
  minutes: number
  mode: VisitMode
  /** The times of the type replace the practice's general times. */
  isCustom: boolean
}

export const appointmentTypes = (db: Db, practice: string, mode: string): Promise<unknown[]> =>
  rowsOf(
    db,
    sql`select appointment_type_n as "Id", name as "NAME", duration as "DURATION" from appointment_types
      where practice = ${practice} and mode = ${mode} order by rank, name`,
  )

export function loadVisitType(db: Db, practice: string, typeN: number): Promise<VisitType | undefined> {
  return firstRow(
    db,
    sql`select appointment_type_n as "typeN", name, duration as minutes, mode, exists (
        select 1 from admin_settings s
        where s.practice = t.practice and s.name = 'Enable PE Custom Appointments' and s.value = 'true') as "isCustom"
      from appointment_types t where practice = ${practice} and appointment_type_n = ${typeN}`,
  )
}

export interface PlaceQuestion {
  practice: string
  type: VisitType
  employeeN?: number
  facilityN?: number
}

/** Returns the providers who offer such a visit, and where. Video visits take place at the home facility. */
export function loadPlaces(db: Db, { practice, type, employeeN, facilityN }: PlaceQuestion): Promise<Place[]> {
  return rowsOf(
    db,
    sql`select p.employee_n as "employeeN", p.first_name as "firstName", p.last_name as "lastName",
        p.job_title as "jobTitle", p.bio, f.facility_n as "facilityN", f.name as "facilityName", f.address, f.city,
        f.state, f.zip, f.phone, f.info, f.map_url as "mapUrl", f.time_zone as zone
      from provider_facilities pf
      join providers p on p.practice = pf.practice and p.employee_n = pf.employee_n
      join facilities f on f.practice = pf.practice and f.facility_n = pf.facility_n
      where pf.practice = ${practice}
        and (${employeeN ?? null}::int is null or pf.employee_n = ${employeeN ?? null}::int)
        and (${facilityN ?? null}::int is null or pf.facility_n = ${facilityN ?? null}::int)
        and (${type.mode} = 'inoffice' or (p.sees_telehealth and pf.rank = 0))
        and (pf.employee_n in (select t.employee_n from provider_appointment_types t
            where t.practice = pf.practice and t.appointment_type_n = ${type.typeN})
          or not exists (select 1 from provider_appointment_types t
            where t.practice = pf.practice and t.appointment_type_n = ${type.typeN}))
      order by p.last_name, p.first_name, p.employee_n, pf.rank`,
  )
}

/** Returns the types of visit that one provider offers; holds have one of their lengths. */
export function loadVisitLengths(
  db: Db,
  practice: string,
  employeeN: number,
): Promise<{ minutes: number; mode: VisitMode }[]> {
  return rowsOf(
    db,
    sql`select distinct a.duration as minutes, a.mode from appointment_types a
      where a.practice = ${practice} and (
        exists (select 1 from provider_appointment_types t where t.practice = a.practice
          and t.appointment_type_n = a.appointment_type_n and t.employee_n = ${employeeN})
        or not exists (select 1 from provider_appointment_types t where t.practice = a.practice
          and t.appointment_type_n = a.appointment_type_n))`,
  )
}
