import { sql } from 'drizzle-orm'
import { rowsOf } from '../db/rows.ts'
import type { Count } from './file-report.ts'
import type { PlannedAppointment } from './load-plan.ts'
import { jsonRows, numberOf, settle, type Numbered, type Writing } from './source-names.ts'

/** Past visits block no time, so no busy units are written. Appointments without a place are left out. */
export function writeAppointments(writing: Writing, rows: PlannedAppointment[], shiftDays: number): Promise<Count> {
  const insert = (fresh: PlannedAppointment[]) => {
    const numbered = fresh.map((row) => ({
      ...row,
      sourceId: row.names[0],
      patientN: numberOf(writing, 'patient', row.patient),
      employeeN: numberOf(writing, 'provider', row.provider),
      facilityN: row.facility && numberOf(writing, 'facility', row.facility),
    }))
    return insertAppointments(writing, numbered, shiftDays)
  }
  return settle(writing, 'appointment', { rows, insert })
}

/** A shift counts calendar days at the facility, so that a visit at nine stays at nine. */
function insertAppointments({ tx, practice }: Writing, rows: unknown[], shiftDays: number): Promise<Numbered[]> {
  return rowsOf(
    tx,
    sql`with visits as (
        select r.*, case when ${shiftDays}::int = 0 then r."startsAt" else
          (r."startsAt" at time zone f.time_zone + make_interval(days => ${shiftDays}::int)) at time zone f.time_zone
          end as starts_at, f.facility_n
        from json_to_recordset(${jsonRows(rows)}) as r("sourceId" text, "patientN" int, "employeeN" int,
          "facilityN" int, "startsAt" timestamptz, minutes int, "typeName" text, mode text, cancelled boolean)
        join facilities f on f.practice = ${practice} and f.facility_n = coalesce(r."facilityN",
          (select h.facility_n from provider_facilities h
            where h.practice = ${practice} and h.employee_n = r."employeeN" order by h.rank limit 1)))
      insert into appointments (practice, patient_n, employee_n, facility_n, starts_at, duration, type_name, mode,
        cancelled_at, source, source_id, created_at)
      select ${practice}, v."patientN", v."employeeN", v.facility_n, v.starts_at, v.minutes, v."typeName", v.mode,
        case when v.cancelled then v.starts_at end, 'loaded', v."sourceId", v.starts_at
      from visits v
      returning source_id as "sourceId", appointment_n as n`,
  )
}
