import { sql } from 'drizzle-orm'
import { rowsOf } from '../../server/db/rows.ts'
import type { RunningPortal } from './portal.ts'

/** Every row of every table of the portal and its queue, bytes in base64 and as text. */
export async function databaseText({ database: { db } }: RunningPortal): Promise<string> {
  const tables = await rowsOf<{ name: string }>(
    db,
    sql`select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema in (current_schema(), 'jobs')`,
  )
  const texts = await Promise.all(
    tables.map(({ name }) => rowsOf<{ text: string }>(db, sql`select t::text as text from ${sql.raw(name)} t`)),
  )
  const text = texts.flat().map((row) => row.text)
  const bytes = text.flatMap((each) => [...each.matchAll(/\\x([0-9a-f]{8,})/g)].map(([, hex = '']) => hex))
  return [...text, ...bytes.map((hex) => Buffer.from(hex, 'hex').toString('latin1'))].join('\n')
}
