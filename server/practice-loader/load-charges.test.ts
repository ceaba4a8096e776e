import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testEngines } from '../../tests/support/databases.ts'
import {
  bundleOf,
  claim,
  clinic,
  doctor,
  emptyPractice,
  explanation,
  fhirBytes,
  hasSharedFiles,
  openPractice,
  person,
  sharedFiles,
} from '../../tests/support/practice-to-load.ts'
import type { Database } from '../db/open.ts'
import { firstRow, rowsOf } from '../db/rows.ts'
import { totalsAreOfVisits } from './bill-lines.ts'
import { loadFile } from './load-file.ts'
import { planBundle } from './plan-bundle.ts'
import { readBundle } from './read-bundle.ts'

const lakeside = { practice: 'lakeside', dropDigits: false, shiftDays: 0 }

/** The table of billing lines in COUNTS.md, amounts in integer cents. */
function expectedBills() {
  const text = hasSharedFiles ? readFileSync(join(sharedFiles, 'COUNTS.md'), 'utf8') : ''
  const lines = text.slice(text.indexOf('## Billing lines under')).split('\n')
  const table = lines.filter((line) => line.startsWith('| ')).slice(1) // after the names of the columns
  return table.map((line) => {
    const [name = '', ...cells] = line
      .split('|')
      .map((cell) => cell.trim())
      .slice(1, -1)
    const numbers = cells.slice(0, -1).map((cell) => Number(cell.replace('.', ''))) // `123.45` is 12345
    const [eobs, pharmacy, lines, charged, allowed, insurance, patient, selfPay] = numbers
    const sums = { lines, charged, allowed, insurance, patient, paid: 0, discount: 0 }
    return { name, eobs, pharmacy, sums, selfPay, dialect: cells.at(-1) }
  })
}

describe.each(testEngines)('on %s', (engine) => {
  let database: Database
  beforeAll(async () => {
    database = await openPractice(engine)
  })
  beforeEach(() => emptyPractice(database))
  afterAll(() => database.close())

  const load = (resources: object[], options = {}) =>
    loadFile(database.db, { name: 'x.json', bytes: bundleOf(resources) }, { ...lakeside, ...options })
  const charges = () =>
    rowsOf<Record<string, unknown>>(database.db, sql`select *, claim_date::text as day from charges order by bill_id`)
  const sums = () =>
    firstRow<Record<string, number>>(
      database.db,
      sql`select count(*)::int as lines, sum(charged)::int as charged, sum(allowed)::int as allowed,
        sum(insurance_paid)::int as insurance, sum(patient_responsible)::int as patient, sum(patient_paid)::int as paid,
        sum(discount)::int as discount
        from charges`,
    )

  test('a bill is written once, on the day of its claim at the facility', async () => {
    const late = { ...claim, billablePeriod: { start: '2020-01-16T02:30:00Z' } } // 9:30 p.m. of the day before
    const first = await load([clinic, doctor, person, late, explanation])
    const before = await charges()
    expect(first.charges).toEqual({ fresh: 2, known: 0 })
    expect(before.map(({ day, code, description }) => [day, code, description])).toEqual([
      ['2020-01-15', '185349003', 'Encounter for check up'],
      ['2020-01-15', '140', 'Influenza vaccine'],
    ])
    const again = await load([clinic, doctor, person, late, explanation], { shiftDays: 9 })
    expect(again.charges).toEqual({ fresh: 0, known: 2 })
    expect(await charges()).toEqual(before)
  })

  test('a bill moves by the days by which visits move', async () => {
    await load([clinic, doctor, person, claim, explanation], { shiftDays: 180 })
    expect((await charges()).map(({ day }) => day)).toEqual(['2020-07-13', '2020-07-13'])
  })

  test('what is owed of bills before a day is settled, by the day to which they move', async () => {
    const shiftDays = 365 // to January 14
    const loadBills = (settledBefore: string) =>
      load([clinic, doctor, person, claim, explanation], { shiftDays, settledBefore })
    await loadBills('2021-01-15T04:30:00Z') // half past eleven on the 14th
    expect(await sums()).toMatchObject({ patient: 2810, paid: 0 })
    await emptyPractice(database)
    await loadBills('2021-01-15T05:00:00Z')
    expect(await sums()).toMatchObject({ patient: 2810, paid: 2810 })
    await loadBills('2000-01-01T00:00:00Z')
    expect(await sums()).toMatchObject({ paid: 2810 })
  })

  test('a bill may come after the file of its patient, and is refused without one', async () => {
    await expect(load([clinic, doctor, claim, explanation])).rejects.toThrow(
      'x.json: /entry/3/resource/patient/reference refers to Patient/person, ' +
        'which neither this file nor any other that was loaded holds',
    )
    expect(await charges()).toEqual([])
    await load([clinic, doctor, person])
    expect((await load([claim, explanation])).charges).toEqual({ fresh: 2, known: 0 })
  })

  test('a bill without a facility is of the place where its provider works, or left out', async () => {
    const [loose, bill] = [
      { ...claim, provider: undefined },
      { ...explanation, id: 'loose' },
    ]
    const role = {
      resourceType: 'PractitionerRole',
      id: 'role',
      practitioner: { reference: 'Practitioner/doctor' },
      organization: { reference: 'Organization/clinic' },
    }
    const { charges: count, skipped } = await load([clinic, doctor, person, loose, bill])
    expect([count, skipped]).toEqual([{ fresh: 0, known: 0 }, { 'Charge without a place': 2 }])
    expect((await load([clinic, doctor, role, person, loose, bill])).charges).toEqual({ fresh: 2, known: 0 })
  })

  describe.runIf(hasSharedFiles)('with ../shared/data (skipped where it is missing)', () => {
    test.each(expectedBills())('the bills of $name add up to COUNTS.md', async ({ name, ...expected }) => {
      const { read, skipped, charges: count } = await loadFile(database.db, { name, bytes: fhirBytes(name) }, lakeside)
      expect(count.fresh).toBe(expected.sums.lines)
      expect({
        eobs: read.ExplanationOfBenefit,
        pharmacy: skipped['Claim of a pharmacy'] ?? 0,
        sums: await sums(),
        ...dialectOf(name),
      }).toEqual(expected)
    })

    test('every file with claims is in that table', () => {
      expect(expectedBills()).toHaveLength(9)
    })

    test('explanations of CARIN become one line each, with the amounts of their header', async () => {
      const name = 'inferno_carin_888.json'
      const report = await loadFile(database.db, { name, bytes: fhirBytes(name) }, lakeside)
      expect(report.charges).toEqual({ fresh: 3, known: 0 })
      expect(report.skipped).toMatchObject({ 'ExplanationOfBenefit of a pharmacy': 1 })
      expect(await sums()).toMatchObject({ lines: 3, charged: 795_000, insurance: 186_000, patient: 0, paid: 0 })
      expect(
        (await charges()).map(({ code, description, diagnoses, day }) => [code, description, diagnoses, day]),
      ).toEqual([
        ['99231', 'Inpatient', 'S06.0X1A', '2019-01-01'],
        ['', 'Outpatient', 'S06.0X1A', '2019-01-01'],
        ['99231', 'Professional', 'S06.0X1A', '2019-01-01'],
      ])
    })
  })
})

/** Who pays and what totals are made of, as the file was understood. */
function dialectOf(name: string): { selfPay: number; dialect: string } {
  const entries = readBundle(name, fhirBytes(name))
  const claims = entries.flatMap(({ resource }) => (resource?.resourceType === 'Claim' ? resource : []))
  const selfPaid = planBundle(name, entries).charges.filter(({ insurer }) => insurer === '')
  return {
    selfPay: new Set(selfPaid.map(({ sourceId }) => sourceId.replace(/#\d+$/, ''))).size,
    dialect: totalsAreOfVisits(claims) ? 'total = visit only' : 'total includes items',
  }
}
