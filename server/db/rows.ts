import { sql, type SQL } from 'drizzle-orm'
import type { Db } from './open.ts'

/** The rows of a query. `Row` must name its columns and their types as the query selects them. */
export async function rowsOf<Row>(db: Db, query: SQL | string): Promise<Row[]> {
  return (await db.execute(query)).rows as Row[] // the query decides their shape
}

export async function firstRow<Row>(db: Db, query: SQL): Promise<Row | undefined> {
  const rows = await rowsOf<Row>(db, query)
  return rows[0]
}

/** A list of numbers as one parameter; drizzle would spread a plain array into many. */
export const intArray = (values: Iterable<number>): SQL => sql`${`{${[...values].join(',')}}`}::int[]`

export const timestamp = (instant: number): SQL => sql`${new Date(instant).toISOString()}::timestamptz`

/** Milliseconds since 1970. */
export const millis = (column: string): SQL => sql.raw(`(extract(epoch from ${column}) * 1000)::float8`)
