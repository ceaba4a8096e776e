import { sql } from 'drizzle-orm'
import { rowsOf } from '../db/rows.ts'
import type { Count } from './file-report.ts'
import type { PlannedPharmacy } from './load-plan.ts'
import { jsonRows, type Writing } from './source-names.ts'

const rowsAtOnce = 5000

/** Writes pharmacies in parts, so that no statement has all of a directory. Known ones stay as they are. */
export async function writePharmacies({ tx, practice }: Writing, rows: PlannedPharmacy[]): Promise<Count> {
  let fresh = 0
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const inserted = await rowsOf(
      tx,
      sql`insert into pharmacies (practice, rcopia_id, ncpdp_id, name, address, city, state, zip, phone, fax)
        select ${practice}, r."rcopiaId", r."ncpdpId", r.name, r.address, r.city, r.state, r.zip, r.phone, r.fax
        from json_to_recordset(${jsonRows(rows.slice(at, at + rowsAtOnce))}) as r("rcopiaId" text, "ncpdpId" text,
          name text, address text, city text, state text, zip text, phone text, fax text)
        on conflict (practice, rcopia_id, ncpdp_id) do nothing
        returning pharmacy_n`,
    )
    fresh += inserted.length
  }
  return { fresh, known: rows.length - fresh }
}
