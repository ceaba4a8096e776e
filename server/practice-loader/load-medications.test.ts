import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testEngines } from '../../tests/support/databases.ts'
import {
  bundleOf,
  emptyPractice,
  fhirBytes,
  hasSharedFiles,
  openPractice,
  person,
} from '../../tests/support/practice-to-load.ts'
import type { Database } from '../db/open.ts'
import { rowsOf } from '../db/rows.ts'
import { loadFile } from './load-file.ts'

const lakeside = { practice: 'lakeside', dropDigits: false, shiftDays: 0 }
const request = {
  resourceType: 'MedicationRequest',
  id: 'request',
  status: 'active',
  subject: { reference: 'Patient/person' },
  authoredOn: '2020-01-15T23:30:00-05:00',
  medicationCodeableConcept: { text: 'Digoxin 0.125 MG Oral Tablet' },
}

/** Requests by file, and how many of them are active. */
const expected = [
  ['inferno_uscore_cc3bf71c.json', 1, 0],
  ['iris2020_Gabriele201_Rohan584.json', 3, 0],
  ['smart2019_Brent_Beer.json', 5, 2],
  ['smart2019_Christin_Stiedemann.json', 6, 5],
  ['smart2019_Jermaine_Breitenberg.json', 1, 1],
  ['smart2019_Maida_Gerhold.json', 1, 1],
  ['smart2019_Marcos_Delagarza.json', 4, 3],
  ['smart2019_Preston_Cummerata.json', 7, 2],
  ['smart2019_Violet_Gerhold.json', 1, 0],
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
  const rows = () =>
    rowsOf<Record<string, string>>(
      database.db,
      sql`select name, strength, dosage, created_on::text as day, modified_on::text as changed from medications order by name`,
    )

  test('a request is written on its day at the practice, and a second time changes nothing', async () => {
    expect((await load([person, request])).medications).toEqual({ fresh: 1, known: 0 })
    const written = {
      name: 'Digoxin Oral Tablet',
      strength: '0.125 MG',
      dosage: '',
      day: '2020-01-15',
      changed: '2020-01-15',
    }
    expect(await rows()).toEqual([written])
    const again = await load([person, { ...request, medicationCodeableConcept: { text: 'Other' } }])
    expect([again.medications, await rows()]).toEqual([{ fresh: 0, known: 1 }, [written]])
  })

  test('days move with the visits; a day without an hour stays that day', async () => {
    await load([person, request, { ...request, id: 'day', authoredOn: '2020-02-01' }], { shiftDays: 10 })
    expect((await rows()).map(({ day }) => day)).toEqual(expect.arrayContaining(['2020-01-25', '2020-02-11']))
  })

  test('a request of a patient in an earlier file is loaded', async () => {
    await load([person])
    expect((await load([request])).medications).toEqual({ fresh: 1, known: 0 })
  })

  test('a statement of what an earlier file requested is known, and stays known', async () => {
    await load([person, request])
    const statement = { ...request, resourceType: 'MedicationStatement', id: 's', dateAsserted: '2020-03-01' }
    expect((await load([statement])).medications).toEqual({ fresh: 0, known: 1 })
    const stronger = { ...statement, id: 't', medicationCodeableConcept: { text: 'Digoxin 0.25 MG Oral Tablet' } }
    expect((await load([stronger])).medications).toEqual({ fresh: 1, known: 0 })
    expect((await load([stronger])).medications).toEqual({ fresh: 0, known: 1 })
    expect(new Set((await rows()).map(({ strength }) => strength))).toEqual(new Set(['0.125 MG', '0.25 MG']))
  })

  describe.runIf(hasSharedFiles)('with ../shared/data (skipped where it is missing)', () => {
    test.each(expected)('%s has %d requests, of which %d are active', async (name, requests, active) => {
      const report = await loadFile(database.db, { name, bytes: fhirBytes(name) }, lakeside)
      expect(report.read.MedicationRequest).toBe(requests)
      expect(report.medications).toEqual({ fresh: active, known: 0 })
      expect(report.skipped['MedicationRequest that is stopped'] ?? 0).toBe(requests - active)
      const again = await loadFile(database.db, { name, bytes: fhirBytes(name) }, lakeside)
      expect(again.medications).toEqual({ fresh: 0, known: active })
    })
  })
})
