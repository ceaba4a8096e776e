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
const subject = { reference: 'Patient/person' }
const allergy = {
  resourceType: 'AllergyIntolerance',
  id: 'a',
  code: { text: 'Latex' },
  patient: subject,
  onsetDateTime: '2009',
  recordedDate: '2010-01-02',
}
const condition = {
  resourceType: 'Condition',
  id: 'c',
  code: { text: 'Psoriasis' },
  subject,
  onsetDateTime: '2009-03',
  abatementDateTime: '2010-01-02',
}

/** The other files refer to these. */
const placesAndPeople = ['smart2019_hospitalInformation.json', 'smart2019_practitionerInformation.json']

/** By file: allergies and conditions. */
const expected = [
  ['inferno_uscore_103a1a66.json', 0, 4],
  ['iris2020_Gabriele201_Rohan584.json', 0, 6],
  ['smart2019_Brent_Beer.json', 0, 5],
  ['smart2019_Christin_Stiedemann.json', 6, 5],
  ['smart2019_Marcos_Delagarza.json', 7, 4],
  ['smart2019_Preston_Cummerata.json', 8, 8],
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

  test('allergies and conditions are written once, and their days move with the visits', async () => {
    const first = await load([person, allergy, condition], { shiftDays: 31 })
    const once = { fresh: 1, known: 0 }
    expect([first.allergies, first.conditions]).toEqual([once, once])
    const again = await load([person, { ...allergy, code: { text: 'Other' } }, condition])
    const known = { fresh: 0, known: 1 }
    expect([again.allergies, again.conditions]).toEqual([known, known])
    const days = await rowsOf(
      database.db,
      sql`select a.substance, a.onset, a.recorded_on, c.name, c.onset as began, c.abatement from allergies a, conditions c`,
    )
    expect(days).toEqual([
      {
        substance: 'Latex',
        onset: '2009',
        recorded_on: '2010-02-02',
        name: 'Psoriasis',
        began: '2009-04',
        abatement: '2010-02-02',
      },
    ])
  })

  test.runIf(hasSharedFiles).each(expected)('%s of ../shared/data', async (name, allergies, conditions) => {
    for (const file of [...placesAndPeople, name])
      await loadFile(database.db, { name: file, bytes: fhirBytes(file) }, lakeside)
    const [counts] = await rowsOf<{ allergies: number; conditions: number }>(
      database.db,
      sql`select (select count(*)::int from allergies) as allergies, (select count(*)::int from conditions) as conditions`,
    )
    expect(counts).toEqual({ allergies, conditions })
  })
})
