import { sql, type SQL } from 'drizzle-orm'
import type { Db } from './db/open.ts'
import { rowsOf } from './db/rows.ts'
import { UnreadableValue, type Encryption, type Place } from './encryption.ts'
import { encryptedColumns, type EncryptedColumn } from './encrypted-columns.ts'

/** What became of the values of a column. */
export interface Rewritten {
  column: EncryptedColumn
  what: string
  rewritten: number
  /** Those that none of the keys can read; they stay as they are. */
  unreadable: number
}

interface RewriteOptions {
  encryption: Encryption
  column: EncryptedColumn
  /** `older`: whatever is not encrypted with the current key. */
  only: 'clear' | 'older'
}

interface Value {
  /** Identifies this version of the row: a row that somebody changes meanwhile is read again. */
  place: string
  row: string[]
  text: string | null
  bytes: Uint8Array | null
  isClear: boolean
}

/** Large values are files of a few MB. */
const atOnce = 20

/** Encrypts the values of a column with the current key, a few rows at a time, each in a statement of its own. */
export async function rewriteColumn(db: Db, options: RewriteOptions): Promise<Rewritten> {
  const { column } = options
  const unreadable = new Set<string>()
  let rewritten = 0
  for (;;) {
    const values = (await readValues(db, options, atOnce + unreadable.size)).filter(
      ({ place }) => !unreadable.has(place),
    )
    for (const value of values) {
      const isDone = await rewriteValue(db, options, value)
      if (isDone === undefined) unreadable.add(value.place)
      else if (isDone) rewritten++
    }
    if (values.length === 0) break
  }
  return { column, what: encryptedColumns[column].what, rewritten, unreadable: unreadable.size }
}

/** Returns false for a value that somebody has changed meanwhile, undefined for one that no key can read. */
async function rewriteValue(
  db: Db,
  { encryption, column }: RewriteOptions,
  { place: ctid, row, text, bytes, isClear }: Value,
): Promise<boolean | undefined> {
  const place: Place = [column, ...row]
  const { form } = encryptedColumns[column]
  const [table, name] = namesIn(column)
  try {
    const fresh = bytes
      ? sql`${encryption.encryptBytes(encryption.decryptBytes(Buffer.from(bytes), place), place)}`
      : sql`${encryption.encrypt(isClear ? (text ?? '') : encryption.decrypt(text ?? '', place), place)}::text`
    const value =
      form !== 'member'
        ? fresh
        : isClear
          ? sql`jsonb_build_object('encrypted', ${fresh})`
          : sql`jsonb_set(${name}, '{encrypted}', to_jsonb(${fresh}))`
    const changed = await rowsOf(
      db,
      sql`update ${table} set ${name} = ${value} where ctid = ${ctid}::tid and ${stored(column)} = ${bytes ?? text} returning 1`,
    )
    return changed.length > 0
  } catch (error) {
    if (error instanceof UnreadableValue) return undefined
    throw error
  }
}

function readValues(db: Db, { encryption, column, only }: RewriteOptions, most: number): Promise<Value[]> {
  const [table] = namesIn(column)
  const { row, form } = encryptedColumns[column]
  const isBytes = form === 'bytes'
  const clear = isClear(column)
  const { currentPrefix: prefix } = encryption
  const head = isBytes
    ? sql`substring(${stored(column)} from 1 for ${prefix.length}) <> ${Buffer.from(prefix)}`
    : sql`${stored(column)} <> '' and left(${stored(column)}, ${prefix.length}) <> ${prefix}`
  return rowsOf<Value>(
    db,
    sql`select ctid::text as place, array[${sql.join(
      row.map((part) => sql.raw(`${part}::text`)),
      sql`, `,
    )}] as row, ${isBytes ? sql`null` : stored(column)} as text, ${isBytes ? stored(column) : sql`null`} as bytes,
      ${clear} as "isClear" from ${table} where ${only === 'clear' ? clear : head} limit ${most}`,
  )
}

/** The stored form of a value: its text, or its bytes. Null where there is none. */
function stored(column: EncryptedColumn): SQL {
  const [, name] = namesIn(column)
  const { form } = encryptedColumns[column]
  return form === 'member'
    ? sql`coalesce(${name}->>'encrypted', case when ${isClear(column)} then ${name}::text end)`
    : name
}

/** Whether an earlier version has stored the value in clear. Words of finished messages are empty. */
function isClear(column: EncryptedColumn): SQL {
  const [, name] = namesIn(column)
  const form = encryptedColumns[column]
  if (!('wasClear' in form)) return sql`false`
  return form.form === 'member'
    ? sql`jsonb_typeof(${name}) = 'array'`
    : sql`(${name} <> '' and ${name} !~ ${'^e1\\.[A-Za-z0-9_-]{8}\\.'})`
}

function namesIn(column: EncryptedColumn): [table: SQL, name: SQL] {
  const [table = '', name = ''] = column.split('.')
  return [sql.raw(table), sql.raw(name)]
}
