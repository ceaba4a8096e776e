import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { firstRow, rowsOf } from '../../../db/rows.ts'
import { comparedWords } from './compared-words.ts'
import type { SearchTerm, TypedSearch } from './typed-search.ts'

export interface ListedRow {
  patientN: number
  emrid: string
  firstName: string
  lastName: string
  dob: string
  gender: number
  zip: string
  cellPhone: string
  email: string
}

const columns = sql`patient_n as "patientN", emrid, first_name as "firstName", last_name as "lastName", dob::text as dob,
  gender, zip, cell_phone as "cellPhone", email`
const byName = sql`folded_name(last_name), folded_name(first_name), dob, patient_n`

export interface SearchPage {
  practice: string
  page: number
  size: number
}

/**
 * Returns the patients who fit all terms, whole names before beginnings; without a result those who fit all but a middle
 * name.
 */
export async function searchPatients(
  db: Db,
  { terms, middleNames }: TypedSearch,
  place: SearchPage,
): Promise<{ total: number; rows: ListedRow[] }> {
  if (terms.length === 0) return { total: 0, rows: [] }
  const all = await pageOf(db, terms, place)
  if (all.total > 0 || middleNames.length === 0) return all
  return pageOf(
    db,
    terms.filter((_, at) => !middleNames.includes(at)),
    place,
  )
}

async function pageOf(db: Db, terms: readonly SearchTerm[], { practice, page, size }: SearchPage) {
  const isMeant = sql`practice = ${practice} and ${sql.join(terms.map(fits), sql` and `)}`
  const rows = await rowsOf<ListedRow & { total: number }>(
    db,
    sql`select ${columns}, (count(*) over ())::int as total from patients where ${isMeant}
      order by ${wholeWords(terms)} desc, ${byName} limit ${size} offset ${(page - 1) * size}`,
  )
  const [first] = rows
  if (first || page === 1) return { total: first?.total ?? 0, rows }
  const count = await firstRow<{ total: number }>(db, sql`select count(*)::int as total from patients where ${isMeant}`)
  return { total: count?.total ?? 0, rows }
}

/** So many digits of a phone number are looked for within it; fewer would fit too many. */
const fewestPhoneDigits = 4

function fits(term: SearchTerm): SQL {
  if (term.kind === 'born') return bornOn(term.days)
  if (term.kind === 'email') return has(term.email.startsWith('@') ? term.email : ` @${term.email}`)
  if (term.kind === 'digits') {
    const { digits, days } = term
    return anyOf([
      has(` #${digits} `),
      ...(digits.length >= fewestPhoneDigits ? [sql`phone_digits like ${`%${digits}%`}`] : []),
      ...(days.length > 0 ? [bornOn(days)] : []),
    ])
  }
  const { word, typed } = term
  return anyOf([
    has(` ${word}`),
    ...(/[._+\d]/.test(typed) ? [has(` @${typed}`)] : []),
    ...(/\d/.test(typed) ? [has(` #${word}`)] : []),
  ])
}

/** How many of the names are whole words of the patient. */
function wholeWords(terms: readonly SearchTerm[]): SQL {
  const words = terms.flatMap((term) => (term.kind === 'word' ? [sql`(${has(` ${term.word} `)})::int`] : []))
  return words.length === 0 ? sql`patient_n * 0` : sql`(${sql.join(words, sql` + `)})`
}

const bornOn = (days: readonly string[]) =>
  sql`dob in (${sql.join(
    days.map((day) => sql`${day}::date`),
    sql`, `,
  )})`
const anyOf = (conditions: SQL[]) => sql`(${sql.join(conditions, sql` or `)})`
const has = (words: string) => sql`searched_words like ${`%${literally(words)}%`}`
const literally = (part: string) => part.replaceAll(/[\\%_]/g, '\\$&')

export interface SearchedDetails {
  practice: string
  firstName: string
  lastName: string
  /** `yyyy-MM-dd`. */
  dob: string
  /** 1 male, 2 female, 3 unknown; any if it is missing. */
  gender?: number
}

const mostRows = 50

/** The first 50 by name who were born on a day; their names have words that begin with those of the names. */
export function patientsLike(db: Db, who: SearchedDetails): Promise<ListedRow[]> {
  const gender = who.gender === undefined ? sql`` : sql` and gender = ${who.gender}`
  return rowsOf(
    db,
    sql`select ${columns} from patients where practice = ${who.practice} and dob = ${who.dob}::date ${gender}
      ${begins('first_name', who.firstName)} ${begins('last_name', who.lastName)}
      order by ${byName} limit ${mostRows}`,
  )
}

/** A name of signs only is that of nobody. */
function begins(column: 'first_name' | 'last_name', name: string): SQL {
  if (name.trim() === '') return sql``
  const words = comparedWords(name)
  if (words.length === 0) return sql` and false`
  return sql.join(
    words.map((word) => sql` and words_of_name(${sql.identifier(column)}) like ${`% ${literally(word)}%`}`),
  )
}
