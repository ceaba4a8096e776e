import { sql } from 'drizzle-orm'
import type { Database } from '../../server/db/open.ts'
import type { RunningPortal } from './portal.ts'

/** What reading and signing in write: who saw what, and who is signed in. */
const writtenByReading = ['audit_log', 'audit_chain', 'refused_tries', 'sessions', 'accounts']

/** Returns for each table its number of rows and the transaction that wrote the newest of them. */
export async function tableMarks({ database, records }: RunningPortal): Promise<Map<string, string>> {
  return new Map([...(await marksOf(database)), ...(await marksOf(records))])
}

/** Returns the names of the tables that were written to. */
export function changedTables(before: Map<string, string>, after: Map<string, string>): string[] {
  return [...after].filter(([table, mark]) => before.get(table) !== mark).map(([table]) => table)
}

async function marksOf({ db }: Database): Promise<[string, string][]> {
  const tables = await rowsOf<{ name: string }>(
    db.execute(sql`select quote_ident(table_name) as name from information_schema.tables
      where table_schema = current_schema() and table_type = 'BASE TABLE'`),
  )
  const counted = tables
    .map(({ name }) => name)
    .filter((name) => !writtenByReading.includes(name))
    .map(
      (name) =>
        `select '${name}' as name, count(*) || ' ' || coalesce(max(xmin::text::bigint), 0) as mark from ${name}`,
    )
  const marks = await rowsOf<{ name: string; mark: string }>(db.execute(sql.raw(counted.join(' union all '))))
  return marks.map(({ name, mark }) => [name, mark])
}

/** Both drivers return rows. */
async function rowsOf<Row>(answer: PromiseLike<unknown>): Promise<Row[]> {
  return ((await answer) as { rows: Row[] }).rows
}
