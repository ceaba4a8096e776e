import { sql } from 'drizzle-orm'
import { rowsOf } from '../db/rows.ts'
import type { Count } from './file-report.ts'
import type { PlannedLabOrder } from './load-plan.ts'
import { jsonRows, numberOf, type Writing } from './source-names.ts'
import { readOrigins, shiftedDay } from './test-origins.ts'

/** A place that orders tests and names no laboratory has its own. Orders that a patient has already stay as they are. */
export async function writeLabOrders(writing: Writing, rows: PlannedLabOrder[], shiftDays: number): Promise<Count> {
  if (rows.length === 0) return { fresh: 0, known: 0 }
  const { tx, practice } = writing
  const origins = await readOrigins(writing, rows)
  const orders = rows.map(({ sourceId, patient, laboratory, orderedAt, tests }, at) => {
    const origin = origins[at]
    return {
      sourceId,
      patientN: numberOf(writing, 'patient', patient),
      day: shiftedDay(orderedAt, { zone: origin?.zone ?? 'utc', days: shiftDays }),
      laboratory: laboratory || origin?.facilityName || 'Laboratory',
      physician: origin?.firstName,
      content: [{ heading: 'Ordered', paragraphs: tests }],
    }
  })
  const inserted = await rowsOf(
    tx,
    sql`insert into lab_orders (practice, patient_n, source_id, modified_on, laboratory_name, physician, content)
      select ${practice}, r."patientN", r."sourceId", r.day::date, r.laboratory, r.physician, r.content
      from json_to_recordset(${jsonRows(orders)}) as r("patientN" int, "sourceId" text, day text, laboratory text,
        physician text, content jsonb)
      order by r.day
      on conflict (practice, patient_n, source_id) do nothing
      returning lab_order_n`,
  )
  return { fresh: inserted.length, known: rows.length - inserted.length }
}
