import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testEngines } from '../../tests/support/databases.ts'
import {
  bundleOf,
  clinic,
  doctor,
  emptyPractice,
  fhirBytes,
  fhirFiles,
  glucose,
  hasSharedFiles,
  labReport,
  openPractice,
  person,
  sharedFiles,
  visit,
} from '../../tests/support/practice-to-load.ts'
import type { Database } from '../db/open.ts'
import { resultPdf } from '../sandbox/areas/test-results/draw-result.ts'
import { observationsOf, resultContent } from '../sandbox/areas/test-results/test-results.store.ts'
import { rowsOf } from '../db/rows.ts'
import { loadFile } from './load-file.ts'

const lakeside = { practice: 'lakeside', dropDigits: false, shiftDays: 0 }
const all = [clinic, doctor, person, visit, glucose, labReport]

/** Reports by file: all, of laboratories, their values, and the encounters that they name. The others are notes. */
const expected = [
  ['inferno_uscore_103a1a66.json', 33, 15, 114, 10],
  ['inferno_uscore_cc3bf71c.json', 17, 2, 22, 2],
  ['iris2020_Gabriele201_Rohan584.json', 2, 2, 22, 2],
  ['smart2019_Brent_Beer.json', 9, 9, 66, 4],
  ['smart2019_Christin_Stiedemann.json', 6, 6, 38, 5],
  ['smart2019_Jermaine_Breitenberg.json', 5, 5, 34, 4],
  ['smart2019_Maida_Gerhold.json', 8, 8, 62, 4],
  ['smart2019_Marcos_Delagarza.json', 6, 6, 54, 4],
  ['smart2019_Preston_Cummerata.json', 2, 2, 22, 2],
  ['smart2019_Violet_Gerhold.json', 1, 1, 11, 1],
] as const

/** The cells of a column in the table of FHIR files of COUNTS.md, by file; files without such a resource are left out. */
function countsOf(column: string): Map<string, number> {
  const [, table = ''] = readFileSync(join(sharedFiles, 'COUNTS.md'), 'utf8').split('## fhir')
  const rows = table
    .slice(0, table.indexOf('| **total**'))
    .split('\n')
    .filter((line) => line.startsWith('| '))
  const cells = rows.map((line) => line.split('|').map((cell) => cell.trim()))
  const at = cells[0]?.indexOf(column) ?? -1
  return new Map(cells.slice(1).flatMap((row) => (row[at] ? [[row[1] ?? '', Number(row[at])] as const] : [])))
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
  const rows = (query: string) => rowsOf<Record<string, unknown>>(database.db, sql.raw(query))
  const results = () =>
    rows(`select test_type, physician, test_date::text as day, released_at::timestamptz(0) at time zone 'utc' = '2020-01-15 16:00' as is_released,
      is_pending_review, acknowledged_at, has_document, encode(pdf, 'base64') as pdf from test_results order by source_id`)
  const values = () => rows('select name, value, unit, code from test_observations order by document_n, place')
  const orders = () =>
    rows('select modified_on::text as day, laboratory_name, physician, content from lab_orders order by 1')

  test('a report is written with its values and its order, and a second time changes nothing', async () => {
    const first = await load(all)
    expect([first.testResults, first.labOrders]).toEqual([
      { fresh: 1, known: 0 },
      { fresh: 1, known: 0 },
    ])
    const before = [await results(), await values(), await orders()]
    expect(before).toEqual([
      [
        {
          test_type: 'Basic Metabolic Panel',
          physician: 'Ida Marsh',
          day: '2020-01-15',
          is_released: true,
          is_pending_review: false,
          acknowledged_at: null,
          has_document: true,
          pdf: null,
        },
      ],
      [{ name: 'Glucose', value: 87.55, unit: 'mg/dL', code: '2339-0' }],
      [
        {
          day: '2020-01-15',
          laboratory_name: 'Harbor Clinic',
          physician: 'Ida',
          content: [{ heading: 'Ordered', paragraphs: ['Basic Metabolic Panel'] }],
        },
      ],
    ])
    const again = await load(all, { shiftDays: 9 })
    expect([again.testResults, again.labOrders]).toEqual([
      { fresh: 0, known: 1 },
      { fresh: 0, known: 1 },
    ])
    expect([await results(), await values(), await orders()]).toEqual(before)
  })

  test.runIf(hasSharedFiles)(
    'a report of the year 1 has the date of its release (cases: results-year-one)',
    async () => {
      const name = 'results-year-one.json'
      const file = { name, bytes: readFileSync(join(sharedFiles, 'cases', name)) }
      expect((await loadFile(database.db, file, lakeside)).testResults).toEqual({ fresh: 1, known: 0 })
      expect(await rows('select test_type, test_date::text as day from test_results')).toEqual([
        { test_type: 'Zinc', day: '2026-02-03' },
      ])
      expect(await values()).toMatchObject([{ name: 'Zinc', value: 12 }])
    },
  )

  test('what the patient has read meanwhile stays read', async () => {
    await load(all)
    await rows(`update test_results set acknowledged_at = '2026-01-01T00:00:00Z'`)
    await load(all)
    expect(await rows('select acknowledged_at is not null as is_read from test_results')).toEqual([{ is_read: true }])
  })

  test('days are those at the facility, and move with the visits', async () => {
    const late = '2020-01-16T02:30:00Z' // 9:30 p.m. of the day before
    await load([...all.slice(0, -1), { ...labReport, effectiveDateTime: late }], { shiftDays: 180 })
    expect((await results()).map(({ day }) => day)).toEqual(['2020-07-13'])
    expect((await orders()).map(({ day }) => day)).toEqual(['2020-07-13'])
    const [value] = await rows(`select (taken_at at time zone 'America/New_York')::text as at from test_observations`)
    expect(value).toEqual({ at: '2020-07-13 09:05:00' })
  })

  test('a number keeps the digits of the laboratory', async () => {
    const valueQuantity = { value: 5.125, unit: 'mg/dL' }
    const text = new TextDecoder().decode(bundleOf([...all.slice(0, -2), { ...glucose, valueQuantity }, labReport]))
    const bytes = new TextEncoder().encode(text.replace('5.125', '5.10'))
    await loadFile(database.db, { name: 'x.json', bytes }, lakeside)
    expect(await rows('select value, value_text from test_observations')).toEqual([{ value: 5.1, value_text: '5.10' }])
  })

  test('what a laboratory has cancelled stands there without a document and without a number', async () => {
    const cancelled = { ...labReport, id: 'cancelled', status: 'cancelled', result: undefined }
    await load([
      ...all.slice(0, -2),
      { ...glucose, status: 'cancelled' },
      { ...labReport, status: 'amended' },
      cancelled,
    ])
    expect(await rows('select status, has_document from test_results order by source_id')).toEqual([
      { status: 'cancelled', has_document: false },
      { status: 'corrected', has_document: true },
    ])
    expect(await rows('select status, value, value_text, flag from test_observations')).toEqual([
      { status: 'cancelled', value: null, value_text: '', flag: '' },
    ])
  })

  test('a document of the file is kept, byte by byte', async () => {
    const data = Buffer.from('%PDF-1.7\n\u0000\u00ff', 'latin1').toString('base64')
    await load([...all.slice(0, -1), { ...labReport, presentedForm: [{ contentType: 'application/pdf', data }] }])
    expect((await results()).map(({ pdf }) => pdf)).toEqual([data])
  })

  test('a report without an encounter has no physician and no order, and the day of the practice', async () => {
    const loose = { ...labReport, encounter: undefined, effectiveDateTime: '2020-01-16T02:30:00Z' }
    const { labOrders } = await load([person, glucose, loose])
    expect(labOrders).toEqual({ fresh: 0, known: 0 })
    expect(await results()).toEqual([expect.objectContaining({ physician: '', day: '2020-01-15' })])
  })

  test('a report may come after the file of its patient, and is refused without one, with all of its file', async () => {
    await expect(load([clinic, doctor, glucose, labReport])).rejects.toThrow('refers to Patient/person')
    expect([await results(), await rows('select facility_n from facilities')]).toEqual([[], []])
    await load([clinic, doctor, person])
    expect((await load([glucose, labReport])).testResults).toEqual({ fresh: 1, known: 0 })
  })

  test('a request of tests is an order, and a second time changes nothing', async () => {
    const request = {
      resourceType: 'ServiceRequest',
      id: 'request',
      status: 'active',
      category: [{ text: 'Laboratory' }],
      code: { text: 'Lipid Panel' },
      subject: { reference: 'Patient/person' },
      authoredOn: '2020-01-16T02:30:00Z', // 9:30 p.m. of the day before
      requester: { reference: 'Practitioner/doctor' },
    }
    const file = [clinic, doctor, person, request]
    expect((await load(file)).labOrders).toEqual({ fresh: 1, known: 0 })
    expect((await load(file)).labOrders).toEqual({ fresh: 0, known: 1 })
    const content = [{ heading: 'Ordered', paragraphs: ['Lipid Panel'] }]
    expect(await orders()).toEqual([{ day: '2020-01-15', laboratory_name: 'Laboratory', physician: 'Ida', content }])
  })

  test('two people may have reports of one id', async () => {
    await load(all)
    const other = { ...person, id: 'other', identifier: [{ value: '2' }] }
    const subject = { reference: 'Patient/other' }
    const parts = [
      { ...glucose, subject },
      { ...labReport, subject, encounter: undefined },
    ]
    expect((await load([other, ...parts])).testResults).toEqual({ fresh: 1, known: 0 })
  })

  test('hostile text arrives as it is', async () => {
    const words = `'); drop table test_results; -- <script>`
    await load([...all.slice(0, -2), { ...glucose, id: 'glucose', code: { text: `${words}\u0000` } }, labReport])
    expect((await values()).map(({ name }) => name)).toEqual([words])
  })

  describe.runIf(hasSharedFiles)('with ../shared/data (skipped where it is missing)', () => {
    test.each(expected)('%s has %d reports, of which %d are of laboratories', async (...row) => {
      const [name, reports, labs, amount, visits] = row
      const report = await loadFile(database.db, { name, bytes: fhirBytes(name) }, lakeside)
      expect(report.read.DiagnosticReport).toBe(reports)
      expect(report.testResults).toEqual({ fresh: labs, known: 0 })
      expect(report.labOrders).toEqual({ fresh: visits, known: 0 })
      expect(report.skipped['document with the content of another one'] ?? 0).toBe(reports - labs)
      const [loaded] = await rows('select count(*)::int as n from test_observations')
      expect(loaded).toEqual({ n: amount })
      expect(report.skipped['Observation that no test result names']).toBe((report.read.Observation ?? 0) - amount)
      const again = await loadFile(database.db, { name, bytes: fhirBytes(name) }, lakeside)
      expect([again.testResults, again.labOrders]).toEqual([
        { fresh: 0, known: labs },
        { fresh: 0, known: visits },
      ])
    })

    test('every kind of report is drawn as a PDF', async () => {
      for (const [name] of expected) await loadFile(database.db, { name, bytes: fhirBytes(name) }, lakeside)
      const kinds = await rowsOf<{ emrid: string; documentN: number }>(
        database.db,
        sql`select distinct on (test_type) emrid, document_n as "documentN"
          from test_results join patients using (practice, patient_n) order by test_type, document_n`,
      )
      expect(kinds).toHaveLength(3)
      for (const kind of kinds) {
        const key = { practice: 'lakeside', ...kind }
        const content = await resultContent(database.db, key)
        const pdf = content && (await resultPdf(content, await observationsOf(database.db, key)))
        expect(pdf?.subarray(0, 5).toString()).toBe('%PDF-')
      }
    })

    test('the reports of all files are those of COUNTS.md: 89, of which 33 are notes of visits', () => {
      const reports = countsOf('DiagnosticReport')
      expect(Object.fromEntries(reports)).toEqual(Object.fromEntries(expected.map(([name, all]) => [name, all])))
      const sum = (at: 1 | 2 | 3) => expected.reduce((total, row) => total + row[at], 0)
      expect([sum(1), sum(2), sum(3)]).toEqual([89, 56, 445])
      expect(fhirFiles().filter((name) => !reports.has(name))).toHaveLength(4)
    })

    test('every loaded result has a physician, and dates of its own time', async () => {
      const name = 'smart2019_Maida_Gerhold.json'
      await loadFile(database.db, { name, bytes: fhirBytes(name) }, lakeside)
      expect(await rows(`select 1 from test_results where physician !~ ' '`)).toEqual([])
      expect(
        await rows('select min(test_date)::text as first, max(test_date)::text as last from test_results'),
      ).toEqual([{ first: '2011-06-24', last: '2019-09-27' }])
    })
  })
})
