import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { rowsOf } from '../db/rows.ts'
import type { Count } from './file-report.ts'
import type { Kind, LoadPlan, Named } from './load-plan.ts'

/** The state of writing one file. `known` maps kind and name of records to their numbers. */
export interface Writing {
  tx: Db
  practice: string
  known: Map<string, number>
}

const keyOf = (kind: Kind, name: string) => `${kind} ${name}`

export const numberOf = ({ known }: Writing, kind: Kind, name: string) => known.get(keyOf(kind, name))

/** Returns the number of a record if any of its own names is known. */
export function knownNumber(writing: Writing, kind: Kind, { names }: Named): number | undefined {
  return names.map((name) => numberOf(writing, kind, name)).find((n) => n !== undefined)
}

/** Passes any number of rows as one parameter; PostgreSQL stores neither NUL nor half a surrogate pair. */
export function jsonRows(rows: unknown[]): SQL {
  const text = JSON.stringify(rows, (_key, value: unknown) =>
    typeof value === 'string' ? value.replace(/\0|\p{Surrogate}/gu, '\ufffd') : value,
  )
  return sql`${text}::json`
}

/** Looks up every name in a plan with one query. */
export async function findNames(tx: Db, practice: string, plan: LoadPlan): Promise<Map<string, number>> {
  const rows = await rowsOf<{ kind: Kind; name: string; n: number }>(
    tx,
    sql`select s.kind, s.name, s.n from source_names s
      where s.practice = ${practice} and s.name in (select json_array_elements_text(${jsonRows(namesIn(plan))}))`,
  )
  return new Map(rows.map(({ kind, name, n }) => [keyOf(kind, name), n]))
}

function namesIn(plan: LoadPlan): string[] {
  const named: Named[] = [...plan.facilities, ...plan.providers, ...plan.roles, ...plan.patients, ...plan.appointments]
  const names = named.flatMap(({ names, otherNames }) => [...names, ...otherNames])
  const places = [...plan.providers, ...plan.roles].flatMap(({ otherwise }) => otherwise)
  return [...new Set([...names, ...places, ...plan.needs.map(({ name }) => name)])]
}

export interface Numbered {
  sourceId: string
  n: number
}

/** Writes the records that are not known yet, and all names that are not known yet. */
export async function settle<Row extends Named>(
  writing: Writing,
  kind: Kind,
  { rows, insert }: { rows: Row[]; insert: (fresh: Row[]) => Promise<Numbered[]> },
): Promise<Count> {
  const fresh = rows.filter((row) => knownNumber(writing, kind, row) === undefined)
  const inserted = fresh.length > 0 ? await insert(fresh) : []
  const numbers = new Map(inserted.map(({ sourceId, n }) => [sourceId, n]))
  await addNames(
    writing,
    kind,
    rows.flatMap((row) => {
      const n = knownNumber(writing, kind, row) ?? numbers.get(row.names[0] ?? '')
      return n === undefined ? [] : [...row.names, ...row.otherNames].map((name) => ({ name, n }))
    }),
  )
  return { fresh: inserted.length, known: rows.length - fresh.length }
}

/** If two records have one name, the first keeps it. */
export async function addNames(writing: Writing, kind: Kind, names: { name: string; n: number }[]): Promise<void> {
  const { tx, practice, known } = writing
  const fresh = names.filter(({ name }) => !known.has(keyOf(kind, name)))
  if (fresh.length === 0) return
  for (const { name, n } of fresh) if (!known.has(keyOf(kind, name))) known.set(keyOf(kind, name), n)
  await tx.execute(
    sql`insert into source_names (practice, kind, name, n)
      select ${practice}, ${kind}, r.name, r.n from json_to_recordset(${jsonRows(fresh)}) as r(name text, n int)
      on conflict do nothing`,
  )
}
