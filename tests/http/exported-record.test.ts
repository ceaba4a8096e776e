import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Database } from '../../server/db/open.ts'
import { loadFile } from '../../server/practice-loader/load-file.ts'
import { rowsOf } from '../../server/db/rows.ts'
import { fetched } from '../support/fetched.ts'
import { portalTest } from '../support/portal-test.ts'
import { openPractice } from '../support/practice-to-load.ts'
import { prepareRecord } from '../support/record-export.ts'

const test = portalTest({ maria: 'maria.alvarez' })

/**
 * What the lists of a patient show, without numbers that each record server gives itself, and flags that the portal
 * derives from the range. Documents that the provider has not completed are not shown. Of a value that was not measured
 * the loader keeps neither range nor unit, and it draws a document from values where there is none.
 */
async function listsIn({ db }: Database, emrId: string): Promise<Record<string, unknown[]>> {
  const of = sql`practice = 'lakeside' and patient_n =
    (select patient_n from patients where practice = 'lakeside' and emrid = ${emrId})`
  const lists = {
    medications: sql`select name, strength, dosage, created_on::text from medications where ${of} order by 1, 2, 3`,
    allergies: sql`select substance, reaction, severity, status, is_confirmed, onset, recorded_on from allergies
      where ${of} order by 1`,
    conditions: sql`select name, code, code_system, status, is_of_visit, onset, abatement, recorded_on from conditions
      where ${of} order by 1`,
    results: sql`select test_type, physician, test_date::text, released_at::text, status from test_results
      where ${of} order by 3, 1, 4`,
    values: sql`select r.test_type, r.test_date::text, o.place, o.code, o.name, o.value, o.value_text, o.reference_text, o.taken_at::text,
        o.status, (case when o.status <> 'cancelled' then array[o.unit, o.reference_low::text, o.reference_high::text] end) as range
      from test_observations o join (select * from test_results where ${of}) r using (practice, document_n)
      order by 2, 1, 3`,
    labOrders: sql`select modified_on::text, laboratory_name, physician from lab_orders where ${of} order by 1, 2`,
    documents: sql`select category_label, session_date::text, is_complete from clinical_documents where ${of} and is_complete order by 2, 1`,
    visits: sql`select a.starts_at::text, a.duration, e.first_name, e.last_name, f.name
      from appointments a join providers e using (practice, employee_n) join facilities f using (practice, facility_n)
      where a.practice = 'lakeside' and a.patient_n = (select patient_n from patients where practice = 'lakeside' and
        emrid = ${emrId}) and a.starts_at < now() order by 1`,
    visitRecords: sql`select created_on::text, xml from visit_records where ${of} order by 1`,
  }
  const read = Object.entries(lists).map(async ([name, query]) => [name, await rowsOf(db, query)] as const)
  return Object.fromEntries(await Promise.all(read))
}

test('an exported record that is loaded into an empty record server gives the same lists', async ({
  portal,
  maria,
}) => {
  await prepareRecord(portal, maria)
  const file = { name: 'record.json', bytes: (await fetched(portal, maria, '/user/home/Myrecord/export/fhir')).bytes }
  const loaded = await openPractice('pglite')
  try {
    const options = { practice: 'lakeside', dropDigits: false, shiftDays: 0 }
    const report = await loadFile(loaded.db, file, options)
    expect(report.skipped).toEqual({})
    expect(await listsIn(loaded, 'LSD-1001')).toEqual(await listsIn(portal.records, 'LSD-1001'))
    const again = await loadFile(loaded.db, file, options)
    expect(
      Object.values(again).filter((each) => typeof each === 'object' && 'fresh' in each && each.fresh !== 0),
    ).toEqual([])
  } finally {
    await loaded.close()
  }
})
