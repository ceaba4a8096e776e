import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testEngines } from '../../tests/support/databases.ts'
import {
  bundleOf,
  clinic,
  doctor,
  emptyPractice,
  fhirBytes,
  hasSharedFiles,
  openPractice,
  person,
  visit,
} from '../../tests/support/practice-to-load.ts'
import type { Database } from '../db/open.ts'
import { htmlOf, pdfOf } from '../sandbox/areas/clinical-documents/draw-document.ts'
import { documentContent } from '../sandbox/areas/clinical-documents/clinical-documents.store.ts'
import { rowsOf } from '../db/rows.ts'
import { loadFile } from './load-file.ts'

const lakeside = { practice: 'lakeside', dropDigits: false, shiftDays: 0 }
const base64 = (text: string) => Buffer.from(text).toString('base64')
const note = {
  resourceType: 'DocumentReference',
  id: 'note',
  status: 'current',
  docStatus: 'preliminary',
  type: { text: 'Visit note' },
  subject: { reference: 'Patient/person' },
  date: '2020-01-16T02:30:00Z', // 9:30 p.m. of the day before
  content: [{ attachment: { contentType: 'text/plain', data: base64('Fever\u0000 <script>\nRash') } }],
  context: { encounter: [{ reference: 'Encounter/visit' }] },
}
const scan = {
  ...note,
  id: 'scan',
  docStatus: 'final',
  type: { text: 'Letter' },
  date: '2020-01-14',
  content: [{ attachment: { contentType: 'application/pdf', data: base64('%PDF-1.7') } }],
}
const all = [clinic, doctor, person, visit, note, scan]

/** Files with notes, and how many; reports repeat each of them. */
const expected = [
  ['inferno_uscore_103a1a66.json', 18],
  ['inferno_uscore_cc3bf71c.json', 15],
] as const

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
  const documents = () =>
    rows(`select category_n, category_label, session_date::text as day, is_complete, content,
      encode(pdf, 'base64') as pdf from clinical_documents order by session_date`)

  test('documents are written at the day of their facility, and a second time changes nothing', async () => {
    expect((await load(all)).clinicalDocuments).toEqual({ fresh: 2, known: 0 })
    const before = await documents()
    expect(before).toEqual([
      {
        category_n: 1,
        category_label: 'Letter',
        day: '2020-01-14',
        is_complete: true,
        content: null,
        pdf: base64('%PDF-1.7'),
      },
      {
        category_n: 2,
        category_label: 'Visit note',
        day: '2020-01-15',
        is_complete: false,
        content: [{ heading: '', paragraphs: ['Fever <script>', 'Rash'] }],
        pdf: null,
      },
    ])
    expect((await load(all, { shiftDays: 9 })).clinicalDocuments).toEqual({ fresh: 0, known: 2 })
    expect(await documents()).toEqual(before)
  })

  test('a category that is known keeps its number', async () => {
    await load(all)
    const content = [{ attachment: { contentType: 'text/plain', data: base64('Another') } }]
    await load([clinic, doctor, person, visit, { ...note, id: 'other', content }], { shiftDays: 30 })
    expect((await documents()).map(({ category_n, category_label }) => [category_n, category_label])).toEqual([
      [1, 'Letter'],
      [2, 'Visit note'],
      [2, 'Visit note'],
    ])
  })

  test('nothing of a file is written if a document is of a patient who was never loaded', async () => {
    await expect(load([clinic, note])).rejects.toThrow('refers to Patient/person')
    expect([await documents(), await rows('select facility_n from facilities')]).toEqual([[], []])
  })

  describe.runIf(hasSharedFiles)('with ../shared/data (skipped where it is missing)', () => {
    test.each(expected)('%s has %d notes, each a page and a PDF', async (name, notes) => {
      const report = await loadFile(database.db, { name, bytes: fhirBytes(name) }, lakeside)
      expect([report.clinicalDocuments, report.read.DocumentReference]).toEqual([{ fresh: notes, known: 0 }, notes])
      expect(report.skipped['document with the content of another one'] ?? 0).toBe(
        (report.read.DiagnosticReport ?? 0) - report.testResults.fresh,
      )
      for (const { session_n: n } of await rows('select session_n from clinical_documents')) {
        const content = await documentContent(database.db, 'lakeside', Number(n))
        const sections = content?.sections ?? []
        const document = { title: '', day: '', patientName: '', ...content, sections }
        expect(htmlOf(document)).toContain('<p># Chief Complaint</p>')
        expect((await pdfOf(document)).subarray(0, 5).toString()).toBe('%PDF-')
      }
      const again = await loadFile(database.db, { name, bytes: fhirBytes(name) }, lakeside)
      expect(again.clinicalDocuments).toEqual({ fresh: 0, known: notes })
    })
  })
})
