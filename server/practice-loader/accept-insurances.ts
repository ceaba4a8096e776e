import { sql } from 'drizzle-orm'
import { jsonRows, type Numbered, type Writing } from './source-names.ts'

const TABLES = {
  provider: sql`provider_insurances (practice, employee_n, insurance_n)`,
  facility: sql`facility_insurances (practice, facility_n, insurance_n)`,
}

/** Files do not say which insurances a provider accepts; a provider who accepts none would never be offered. */
export async function acceptInsurances(
  { tx, practice }: Writing,
  who: keyof typeof TABLES,
  rows: Numbered[],
): Promise<void> {
  await tx.execute(
    sql`insert into ${TABLES[who]}
      select i.practice, r.n, i.insurance_n from insurances i
      cross join json_to_recordset(${jsonRows(rows)}) as r(n int)
      where i.practice = ${practice} on conflict do nothing`,
  )
}
