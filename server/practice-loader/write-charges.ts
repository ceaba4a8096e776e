import { sql } from 'drizzle-orm'
import { rowsOf } from '../db/rows.ts'
import type { Count } from './file-report.ts'
import type { PlannedCharge } from './load-plan.ts'
import { jsonRows, numberOf, type Writing } from './source-names.ts'

export interface ChargeDates {
  /** Days by which charges move. */
  shiftDays: number
  /** An instant (ISO): what patients owe of charges from days before its day counts as paid. */
  settledBefore?: string
}

/** Charges without a place are left out. */
export async function writeCharges(writing: Writing, rows: PlannedCharge[], dates: ChargeDates): Promise<Count> {
  if (rows.length === 0) return { fresh: 0, known: 0 }
  const known = await knownCharges(writing, rows)
  const fresh = rows.filter(({ sourceId }) => !known.has(sourceId))
  return { fresh: await insertCharges(writing, fresh, dates), known: known.size }
}

async function knownCharges({ tx, practice }: Writing, rows: PlannedCharge[]): Promise<Set<string>> {
  const sourceIds = jsonRows(rows.map(({ sourceId }) => sourceId))
  const known = await rowsOf<{ sourceId: string }>(
    tx,
    sql`select source_id as "sourceId" from charges
      where practice = ${practice} and source_id in (select json_array_elements_text(${sourceIds}))`,
  )
  return new Set(known.map(({ sourceId }) => sourceId))
}

/** A bill may name no provider. One that names no facility is of the place where its provider works. */
async function insertCharges(
  writing: Writing,
  charges: PlannedCharge[],
  { shiftDays, settledBefore }: ChargeDates,
): Promise<number> {
  const { tx, practice } = writing
  const inserted = await rowsOf(
    tx,
    sql`with bills as (
        select r.*, f.facility_n,
          case when length(r."billedOn") = 10 then r."billedOn"::date
            else (r."billedOn"::timestamptz at time zone f.time_zone)::date end + ${shiftDays}::int as claim_date,
          (${settledBefore ?? null}::timestamptz at time zone f.time_zone)::date as settled_before
        from json_to_recordset(${jsonRows(numbered(writing, charges))}) as r(place int, "sourceId" text,
          "patientN" int, "employeeN" int, "facilityN" int, "billedOn" text, code text, description text,
          diagnoses text, charged int, allowed int, discount int, "insurancePaid" int, "patientResponsible" int,
          "patientPaid" int)
        join facilities f on f.practice = ${practice} and f.facility_n = coalesce(r."facilityN",
          (select h.facility_n from provider_facilities h
            where h.practice = ${practice} and h.employee_n = r."employeeN" order by h.rank limit 1)))
      insert into charges (practice, patient_n, employee_n, facility_n, claim_date, code, description, diagnoses,
        charged, allowed, discount, insurance_paid, patient_responsible, patient_paid, source_id)
      select ${practice}, b."patientN", b."employeeN", b.facility_n, b.claim_date, b.code, b.description, b.diagnoses,
        b.charged, b.allowed, b.discount, b."insurancePaid", b."patientResponsible",
        case when b.claim_date < b.settled_before then greatest(b."patientPaid", b."patientResponsible")
          else b."patientPaid" end,
        b."sourceId"
      from bills b order by b.place
      returning bill_id`,
  )
  return inserted.length
}

function numbered(writing: Writing, charges: PlannedCharge[]): object[] {
  const firstOf = (kind: 'provider' | 'facility', names: string[]) =>
    names.map((name) => numberOf(writing, kind, name)).find((n) => n !== undefined)
  return charges.map(({ parties, patient, ...row }, place) => ({
    ...row,
    place,
    patientN: numberOf(writing, 'patient', patient),
    employeeN: firstOf('provider', parties),
    facilityN: firstOf('facility', parties),
  }))
}
