import { sql } from 'drizzle-orm'
import type { Database } from '../../server/db/open.ts'
import { rowsOf } from '../../server/db/rows.ts'
import type { RunningPortal } from './portal.ts'

/** What reading and signing in write: who saw what, who is signed in, and how often within a day. */
const writtenByReading = ['audit_log', 'audit_chain', 'limited_tries', 'refused_tries', 'sessions', 'accounts']

/** Returns for each table its number of rows and the transaction that wrote the newest of them. */
export async function tableMarks({ database, records }: RunningPortal): Promise<Map<string, string>> {
  return new Map([...(await marksOf(database)), ...(await marksOf(records))])
}

/**
 * The same of the rows of one practice, in every table that names it, also those that reading writes. Rows that belong to another
 * row, such as the lines of a message, are left out: that row is there.
 */
export async function practiceMarks(
  { database, records }: RunningPortal,
  practice: string,
): Promise<Map<string, string>> {
  const marks = [await marksOf(database, practice), await marksOf(records, practice)]
  return new Map(marks.flat())
}

/** Returns the names of the tables that were written to. */
export function changedTables(before: Map<string, string>, after: Map<string, string>): string[] {
  return [...after].filter(([table, mark]) => before.get(table) !== mark).map(([table]) => table)
}

interface Table {
  name: string
  /** The column that names the practice. */
  owner: string | null
}

async function marksOf({ db }: Database, practice?: string): Promise<[string, string][]> {
  const tables = await rowsOf<Table>(
    db,
    sql`select quote_ident(t.table_name) as name, min(c.column_name) as owner
      from information_schema.tables t left join information_schema.columns c
        on c.table_schema = t.table_schema and c.table_name = t.table_name and c.column_name in ('licensee_id', 'practice')
      where t.table_schema = current_schema() and t.table_type = 'BASE TABLE' group by t.table_name`,
  )
  const marked =
    practice === undefined
      ? tables.filter(({ name }) => !writtenByReading.includes(name)).map(({ name }) => ({ name, rows: name }))
      : tables
          .filter(({ owner }) => owner !== null)
          .map(({ name, owner }) => ({ name, rows: `${name} where ${owner} = '${practice}'` }))
  const counted = marked.map(
    ({ name, rows }) =>
      `select '${name}' as name, count(*) || ' ' || coalesce(max(xmin::text::bigint), 0) as mark from ${rows}`,
  )
  const marks = await rowsOf<{ name: string; mark: string }>(db, counted.join(' union all '))
  return marks.map(({ name, mark }) => [name, mark])
}
