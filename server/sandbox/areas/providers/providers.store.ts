import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { openingHours } from './opening-hours.ts'
import { pictured, portrayed } from './photos.ts'
import { intArray, rowsOf } from '../../../db/rows.ts'

// Columns have the names of specification 1 §3, so that a route can return rows unchanged.

export const regions = (db: Db, practice: string): Promise<unknown[]> =>
  rowsOf(
    db,
    sql`select region_n as "Id", name as "REGION_NAME", state as "REGION_STATE" from regions
      where practice = ${practice} order by name`,
  )

/**
 * Sorts facilities that accept the insurance first; with insurance 0 none was given and all of them count as accepting.
 */
export const facilities = (db: Db, practice: string, insuranceN: number): Promise<unknown[]> =>
  rowsOf(
    db,
    sql`select facility_n as "Id", name as "FACILITY_NAME", address as "FACILITY_ADDRESS", city as "FACILITY_CITY",
        state as "FACILITY_STATE", zip as "FACILITY_ZIP", phone as "SCHEDULING_PHONE", region_n as "Facility_Region_N",
        map_url as "GOOGLE_MAPS_LINK", time_zone as "TIME_ZONE",
        ${JSON.stringify(openingHours)}::jsonb ->> facility_n::text as "OPENING_HOURS",
        case when facility_n = any(${intArray(pictured)}) then '/Images/Locations/' || facility_n || '.jpg' else '' end as "PhotoUrl",
        (${insuranceN} = 0 or exists (select 1 from facility_insurances i where i.practice = f.practice
          and i.facility_n = f.facility_n and i.insurance_n = ${insuranceN})) as "IsInsuranceAccepted"
      from facilities f where practice = ${practice} order by "IsInsuranceAccepted" desc, name`,
  )

export interface ProviderFilter {
  onlyTelehealth?: boolean
  insuranceN?: number
}

export const providers = (db: Db, practice: string, filter: ProviderFilter = {}): Promise<unknown[]> =>
  rowsOf(
    db,
    sql`select p.employee_n as "EMPLOYEE_N", p.first_name as "EMPLOYEE_FIRST_NAME", p.last_name as "EMPLOYEE_LAST_NAME",
        p.bio as "EMPLOYEE_BIO", p.job_title as "EMPLOYEE_JOB_TITLE",
        case when p.employee_n = any(${intArray(portrayed)}) then '/Images/Providers/' || (select website_id from practices
          where practice = ${practice}) || '/' || p.employee_n || '.jpg' else '' end as "PhotoUrl",
        coalesce((array_agg(pf.facility_n order by pf.rank))[1], 0) as "FACILITY_N",
        coalesce(json_agg(pf.facility_n order by pf.rank) filter (where pf.facility_n is not null), '[]') as "FACILITIES"
      from providers p
      left join provider_facilities pf on pf.practice = p.practice and pf.employee_n = p.employee_n
      where p.practice = ${practice}
        and (${filter.onlyTelehealth ?? false}::boolean = false or p.sees_telehealth)
        and (${filter.insuranceN ?? null}::int is null or exists (select 1 from provider_insurances i
          where i.practice = p.practice and i.employee_n = p.employee_n and i.insurance_n = ${filter.insuranceN ?? null}::int))
      group by p.practice, p.employee_n order by p.last_name, p.first_name, p.employee_n`,
  )
