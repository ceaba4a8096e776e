import { sql } from 'drizzle-orm'
import { rowsOf } from '../db/rows.ts'
import type { Fault } from './file-refused.ts'
import type { Count, LoadedPatient } from './file-report.ts'
import type { PlannedPatient, Tally } from './load-plan.ts'
import { folded } from './plain-text.ts'
import { missingForSignUp } from './plan-patients.ts'
import { count } from './reading.ts'
import { addNames, jsonRows, knownNumber, settle, type Numbered, type Writing } from './source-names.ts'

export function writePatients(writing: Writing, rows: PlannedPatient[]): Promise<Count> {
  return settle(writing, 'patient', { rows, insert: (fresh) => insertPatients(writing, fresh) })
}

interface Matching {
  /** Why nothing of the file can be loaded. */
  faults: Fault[]
  /** How the patients of C-CDA documents were matched, for the summary. */
  matched: Tally
}

/**
 * Finds patients of the file whom the practice has under the same record number. The same id or number with another
 * birth date is another person: loading it would mix two people's records, so it is an error.
 */
export async function matchPatients(writing: Writing, rows: PlannedPatient[]): Promise<Matching> {
  const candidates = rows.map((row) => ({ row, n: knownNumber(writing, 'patient', row) }))
  const patients = await readKnown(writing, candidates)
  const byNumber = new Map(patients.map((known) => [known.n, known]))
  const byEmrId = new Map(patients.map((known) => [known.emrId, known]))
  const matches = candidates.flatMap(({ row, n }) => {
    const known = new Set([byNumber.get(n ?? 0), byEmrId.get(row.emrId)].filter((one) => one !== undefined))
    return [...known].map((one) => ({ row, n: one.n, known: one }))
  })
  const others = matches.filter(({ row, known }) => isAnother(row, known))
  if (others.length > 0) {
    const sentence = 'has an id or a record number by which the practice knows another person'
    return { faults: others.map(({ row }) => ({ pointer: row.pointer, sentence })), matched: {} }
  }
  const unknown = candidates.filter(({ row }) => row.isNameChecked && !matches.some((match) => match.row === row))
  const { fits, faults } = await fitByIdentity(writing, unknown)
  if (faults.length > 0) return { faults, matched: {} }
  const names = [...matches, ...fits].flatMap(({ row, n }) => row.names.map((name) => ({ name, n })))
  await addNames(writing, 'patient', names)
  const matched: Tally = {}
  for (const row of rows.filter(({ isNameChecked }) => isNameChecked)) {
    if (matches.some((match) => match.row === row)) count(matched, matchWords.id)
    else count(matched, fits.some((fit) => fit.row === row) ? matchWords.identity : matchWords.none)
  }
  return { faults: [], matched }
}

const matchWords = {
  id: 'of a known patient, by an id',
  identity: 'of a known patient, by name, birth date and gender',
  none: 'of a new patient: nobody has its ids, or its name, birth date and gender',
} as const

interface Fits {
  fits: { row: PlannedPatient; n: number }[]
  faults: Fault[]
}

/** A document of another system has its own numbers: its patient is who has the same name, birth date and gender. */
async function fitByIdentity({ tx, practice }: Writing, candidates: { row: PlannedPatient }[]): Promise<Fits> {
  const result: Fits = { fits: [], faults: [] }
  for (const { row } of candidates) {
    const born = await rowsOf<{ n: number; firstName: string; lastName: string }>(
      tx,
      sql`select patient_n as n, first_name as "firstName", last_name as "lastName" from patients
        where practice = ${practice} and dob = ${row.birthDate}::date and gender = ${row.gender}`,
    )
    const own = folded(`${row.firstName} ${row.lastName}`)
    const [first, second] = born.filter(({ firstName, lastName }) => folded(`${firstName} ${lastName}`) === own)
    if (second)
      result.faults.push({
        pointer: row.pointer,
        sentence: 'fits several patients by name, birth date and gender, and has the id of none of them',
      })
    else if (first) result.fits.push({ row, n: first.n })
  }
  return result
}

function isAnother(row: PlannedPatient, known: KnownPatient): boolean {
  if (row.birthDate !== known.birthDate) return true
  return row.isNameChecked === true && folded(row.lastName) !== folded(known.lastName)
}

interface KnownPatient {
  n: number
  emrId: string
  birthDate: string
  lastName: string
}

function readKnown(
  { tx, practice }: Writing,
  candidates: { row: PlannedPatient; n?: number }[],
): Promise<KnownPatient[]> {
  const numbers = jsonRows(candidates.map(({ n, row: { emrId } }) => ({ n, emrId })))
  return rowsOf(
    tx,
    sql`with wanted as materialized (select r.n, r."emrId" from json_to_recordset(${numbers}) as r(n int, "emrId" text))
      select p.patient_n as n, p.emrid as "emrId", p.dob::text as "birthDate",
        p.last_name as "lastName" from patients p
      where p.practice = ${practice}
        and (p.patient_n in (select n from wanted) or p.emrid in (select "emrId" from wanted))`,
  )
}

function insertPatients({ tx, practice }: Writing, fresh: PlannedPatient[]): Promise<Numbered[]> {
  const rows = fresh.map((row) => ({ ...row, sourceId: row.names[0] }))
  return rowsOf(
    tx,
    sql`insert into patients (practice, emrid, first_name, last_name, dob, gender, zip, cell_phone, email,
        address, city, state, source, source_id)
      select ${practice}, r."emrId", r."firstName", r."lastName", r."birthDate"::date, r.gender, r.zip, r.phone,
        r.email, r.address, r.city, r.state, r.source, r."sourceId"
      from json_to_recordset(${jsonRows(rows)}) as r("emrId" text, "firstName" text, "lastName" text, "birthDate" text,
        gender int, zip text, phone text, email text, address text, city text, state text, source text, "sourceId" text)
      returning source_id as "sourceId", patient_n as n`,
  )
}

/** Returns the file's patients as the practice now has them. */
export async function readPatients(writing: Writing, rows: PlannedPatient[]): Promise<LoadedPatient[]> {
  const numbers = rows.map((row) => ({ n: knownNumber(writing, 'patient', row) }))
  const people = await rowsOf<Omit<LoadedPatient, 'missing'> & { zip: string }>(
    writing.tx,
    sql`select p.patient_n as "patientN", p.emrid as "emrId", p.first_name as "firstName",
        p.last_name as "lastName", p.zip
      from patients p join json_to_recordset(${jsonRows(numbers)}) as r(n int) on r.n = p.patient_n
      where p.practice = ${writing.practice} order by p.patient_n`,
  )
  return people.map(({ zip, ...person }) => ({ ...person, missing: missingForSignUp({ ...person, zip }) }))
}
