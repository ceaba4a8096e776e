import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { firstRow, rowsOf } from '../../../db/rows.ts'

export interface PharmacyRow {
  pharmacyN: number
  rcopiaId: string
  ncpdpId: string
  name: string
  address: string
  city: string
  state: string
  zip: string
  phone: string
  fax: string
}

/** Parts of what is searched for, of phone and fax digits; empty ones do not count. */
export type PharmacySearch = Pick<PharmacyRow, 'name' | 'address' | 'city' | 'state' | 'zip' | 'phone' | 'fax'>

const columns = sql`f.pharmacy_n as "pharmacyN", f.rcopia_id as "rcopiaId", f.ncpdp_id as "ncpdpId", f.name, f.address,
  f.city, f.state, f.zip, f.phone, f.fax`

const mostRows = 50

/** The first 50 by name that fit all parts: city, state and ZIP begin with theirs, the others contain theirs. */
export function findPharmacies(db: Db, practice: string, search: PharmacySearch): Promise<PharmacyRow[]> {
  return rowsOf(
    db,
    sql`select ${columns} from pharmacies f where f.practice = ${practice} ${fits(search)}
      order by f.name, f.city, f.pharmacy_n limit ${mostRows}`,
  )
}

function fits({ name, address, city, state, zip, phone, fax }: PharmacySearch): SQL {
  return sql.join([
    has('name', name),
    has('address', address),
    begins('city', city),
    begins('state', state),
    begins('zip', zip),
    has('phone', phone),
    has('fax', fax),
  ])
}

const mostCorrections = 3
/** Words of many names, which say little about which one is meant. */
const commonWords = /\b(?:pharmac(?:y|ies)|drugs?|drugstore|store|family|care|wellness|rx|the|and)\b/gi
/** The part of the trigrams of what was entered that a name must have. A swap of two letters in six leaves 0.43. */
const similarEnough = 0.4

/** Names that resemble the one of a search, among the pharmacies that fit its other parts; the most similar first. */
export async function similarNames(db: Db, practice: string, search: PharmacySearch): Promise<string[]> {
  const entered = search.name.trim()
  const meant = entered.replace(commonWords, ' ').replace(/\s+/g, ' ').trim() || entered
  if (meant === '') return []
  const rows = await db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('pg_trgm.word_similarity_threshold', ${String(similarEnough)}, true)`)
    return rowsOf<{ name: string }>(
      tx,
      sql`select f.name from pharmacies f
        where f.practice = ${practice} ${fits({ ...search, name: '' })} and ${meant} <% f.name
        group by f.name order by word_similarity(${meant}, f.name) desc, length(f.name), f.name limit ${mostCorrections}`,
    )
  })
  return rows.map(({ name }) => name)
}

/** ZIP codes that differ from the one of a search in one digit or a swap, among the pharmacies that fit its other parts. */
export async function similarZips(db: Db, practice: string, search: PharmacySearch): Promise<string[]> {
  const candidates = misspellings(search.zip.trim())
  if (candidates.length === 0) return []
  const rows = await rowsOf<{ zip: string }>(
    db,
    sql`select distinct left(f.zip, 5) as zip from pharmacies f
      where f.practice = ${practice} ${fits({ ...search, zip: '' })} and left(f.zip, 5) in ${candidates}`,
  )
  const existing = new Set(rows.map(({ zip }) => zip))
  return candidates.filter((zip) => existing.has(zip)).slice(0, mostCorrections)
}

/** Swaps of neighbors first, then other digits from the last to the first. */
function misspellings(zip: string): string[] {
  if (!/^\d{5}$/.test(zip)) return []
  const swaps = [0, 1, 2, 3].map((at) => `${zip.slice(0, at)}${zip[at + 1]}${zip[at]}${zip.slice(at + 2)}`)
  const others = [4, 3, 2, 1, 0].flatMap((at) =>
    Array.from({ length: 10 }, (_, digit) => `${zip.slice(0, at)}${digit}${zip.slice(at + 1)}`),
  )
  return [...new Set([...swaps, ...others])].filter((each) => each !== zip)
}

const literally = (part: string) => part.trim().replace(/[\\%_]/g, '\\$&')
const has = (column: string, part: string) => likes(column, part, `%${literally(part)}%`)
const begins = (column: string, part: string) => likes(column, part, `${literally(part)}%`)

function likes(column: string, part: string, pattern: string): SQL {
  return part.trim() === '' ? sql`` : sql` and f.${sql.identifier(column)} ilike ${pattern}`
}

interface Of {
  practice: string
  patientN: number
}

export const pharmacyOf = (db: Db, { practice, patientN }: Of): Promise<PharmacyRow | undefined> =>
  firstRow(
    db,
    sql`select ${columns} from pharmacies f join patient_pharmacies p using (practice, pharmacy_n)
      where f.practice = ${practice} and p.patient_n = ${patientN}`,
  )

/** Returns false, and changes nothing, for an unknown patient or pharmacy. */
export async function choosePharmacy(
  db: Db,
  { practice, patientN, rcopiaId, ncpdpId }: Of & Pick<PharmacyRow, 'rcopiaId' | 'ncpdpId'>,
): Promise<boolean> {
  const chosen = await firstRow(
    db,
    sql`insert into patient_pharmacies (practice, patient_n, pharmacy_n)
      select f.practice, p.patient_n, f.pharmacy_n from pharmacies f join patients p on p.practice = f.practice
      where f.practice = ${practice} and p.patient_n = ${patientN} and f.rcopia_id = ${rcopiaId}
        and f.ncpdp_id = ${ncpdpId}
      on conflict (practice, patient_n) do update set pharmacy_n = excluded.pharmacy_n
      returning pharmacy_n`,
  )
  return chosen !== undefined
}
