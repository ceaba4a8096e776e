import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '../db/open.ts'

/** The rows of a query. `Row` must name its columns and their types as the query selects them. */
export async function rowsOf<Row>(db: Db, query: SQL): Promise<Row[]> {
  const result = await db.execute(query)
  return (result as unknown as { rows: Row[] }).rows // both drivers return rows; the query decides their shape
}

export async function firstRow<Row>(db: Db, query: SQL): Promise<Row | undefined> {
  const rows = await rowsOf<Row>(db, query)
  return rows[0]
}

/** A list of numbers as one parameter; drizzle would spread a plain array into many. */
export const intArray = (values: Iterable<number>): SQL => sql`${`{${[...values].join(',')}}`}::int[]`

export const timestamp = (instant: number): SQL => sql`${new Date(instant).toISOString()}::timestamptz`

/** Milliseconds since 1970, the only form in which instants leave the database. */
export const millis = (column: string): SQL => sql.raw(`(extract(epoch from ${column}) * 1000)::float8`)
