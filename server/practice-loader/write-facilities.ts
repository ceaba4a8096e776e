import { sql } from 'drizzle-orm'
import { rowsOf } from '../db/rows.ts'
import { acceptInsurances } from './accept-insurances.ts'
import type { Count } from './file-report.ts'
import type { PlannedFacility } from './load-plan.ts'
import { jsonRows, settle, type Numbered, type Writing } from './source-names.ts'

/** A region is a state; a place without one belongs to `Elsewhere` and gets the practice's `timeZone`. */
export function writeFacilities(writing: Writing, rows: PlannedFacility[], timeZone: string): Promise<Count> {
  return settle(writing, 'facility', {
    rows,
    insert: async (fresh) => {
      const placed = fresh.map((row) => ({
        ...row,
        sourceId: row.names[0],
        region: row.stateName || 'Elsewhere',
        timeZone: row.timeZone ?? timeZone,
      }))
      await writeRegions(writing, placed)
      const inserted = await insertFacilities(writing, placed)
      await acceptInsurances(writing, 'facility', inserted)
      return inserted
    },
  })
}

async function writeRegions({ tx, practice }: Writing, rows: { region: string; state: string }[]): Promise<void> {
  await tx.execute(
    sql`insert into regions (practice, name, state)
      select distinct ${practice}, r.region, r.state
      from json_to_recordset(${jsonRows(rows)}) as r(region text, state text)
      on conflict do nothing`,
  )
}

function insertFacilities({ tx, practice }: Writing, rows: unknown[]): Promise<Numbered[]> {
  return rowsOf(
    tx,
    sql`insert into facilities (practice, region_n, name, npi, address, city, state, zip, phone, time_zone,
        source_id)
      select ${practice}, g.region_n, r.name, r.npi, r.address, r.city, r.state, r.zip, r.phone, r."timeZone",
        r."sourceId"
      from json_to_recordset(${jsonRows(rows)}) as r(name text, npi text, address text, city text, state text, zip text,
        phone text, "timeZone" text, "sourceId" text, region text)
      join regions g on g.practice = ${practice} and g.name = r.region and g.state = r.state
      returning source_id as "sourceId", facility_n as n`,
  )
}
