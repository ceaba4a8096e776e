import { sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'

const rowsAtOnce = 5000

interface Table {
  name: string
  /** Column names with their SQL types, for rows that arrive as JSON. */
  columns: Record<string, string>
}

/** Inserts many rows as one JSON parameter: a statement with a parameter for each value takes ten times as long. */
export async function insertRows(db: Db, { name: table, columns }: Table, rows: readonly object[]): Promise<void> {
  const names = Object.keys(columns).join(', ')
  const typed = Object.entries(columns)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ')
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    const json = JSON.stringify(rows.slice(start, start + rowsAtOnce))
    await db.execute(
      sql`insert into ${sql.identifier(table)} (${sql.raw(names)})
        select ${sql.raw(names)} from jsonb_to_recordset(${json}::jsonb) as rows(${sql.raw(typed)})`,
    )
  }
}

/** The same for rows of one practice; the column `practice` is added. */
export function insertRowsOf(
  db: Db,
  { practice, name, columns }: Table & { practice: string },
  rows: readonly object[],
): Promise<void> {
  return insertRows(
    db,
    { name, columns: { practice: 'text', ...columns } },
    rows.map((row) => ({ practice, ...row })),
  )
}
