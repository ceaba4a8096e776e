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
} from '../../tests/support/practice-to-load.ts'
import type { Database } from '../db/open.ts'
import { rowsOf } from '../db/rows.ts'
import { loadFile } from './load-file.ts'

const lakeside = { practice: 'lakeside', dropDigits: false, shiftDays: 0 }
const coverage = {
  resourceType: 'Coverage',
  id: 'coverage',
  status: 'active',
  identifier: [{ value: 'C-1' }, { type: { coding: [{ code: 'MB' }] }, value: 'M-7' }],
  subscriberId: 'S-9',
  beneficiary: { reference: 'Patient/person' },
  period: { start: '2020-01-01' },
  payor: [{ reference: 'Organization/payer' }],
  class: [
    { type: { coding: [{ code: 'plan' }] }, value: 'P' },
    { type: { coding: [{ code: 'group' }] }, value: 'G-2' },
  ],
}
const payer = { resourceType: 'Organization', id: 'payer', name: 'Blue Harbor', type: [{ coding: [{ code: 'ins' }] }] }
const from = (id: string, start: string, display: string) => ({
  ...coverage,
  id,
  identifier: undefined,
  class: undefined,
  period: { start },
  payor: [{ display }],
})
const bill = (id: string, start: string, display: string) => [
  { ...claim, id, billablePeriod: { start } },
  { ...explanation, id, claim: { reference: `Claim/${id}` }, insurer: { display } },
]

describe.each(testEngines)('on %s', (engine) => {
  let database: Database
  beforeAll(async () => {
    database = await openPractice(engine)
  })
  beforeEach(() => emptyPractice(database))
  afterAll(() => database.close())

  const load = (...resources: object[]) =>
    loadFile(database.db, { name: 'x.json', bytes: bundleOf([clinic, doctor, person, ...resources]) }, lakeside)
  const insurances = async () => {
    const rows = await rowsOf<{ words: string[] }>(
      database.db,
      sql`select array[carrier, member_id, group_number] as words from patient_insurances order by patient_n, rank`,
    )
    return rows.map(({ words }) => words)
  }

  test('a coverage becomes an insurance, once', async () => {
    expect((await load(payer, coverage, ...bill('1', '2021-01-01', 'private'))).insurances).toEqual({
      fresh: 1,
      known: 0,
    })
    expect((await load(payer, coverage)).insurances).toEqual({ fresh: 0, known: 1 })
    expect(await insurances()).toEqual([['Blue Harbor', 'M-7', 'G-2']])
    await load(from('newer', '2022-01-01', 'Later'))
    expect(await insurances()).toEqual([['Blue Harbor', 'M-7', 'G-2']])
  })

  test('the latest coverage is primary, and a fourth one is left out', async () => {
    const { skipped } = await load(
      from('a', '2019-01-01', 'Oldest'),
      from('b', '2021-01-01', 'Latest'),
      from('c', '2020', 'Third'),
      from('d', '2020-06-01', 'Second'),
      { ...from('e', '2022-01-01', 'Ended'), status: 'cancelled' },
      from('f', '2022-01-01', 'NO_INSURANCE'),
    )
    expect(await insurances()).toEqual(['Latest', 'Second', 'Third'].map((carrier) => [carrier, 'S-9', '']))
    expect(skipped).toEqual({
      'Coverage that is cancelled': 1,
      'Coverage without an insurer': 1,
      'Coverage after the third of its patient': 1,
    })
  })

  test('without a coverage the insurer of the last bill is primary', async () => {
    await load(...bill('1', '2021-01-01', 'private'), ...bill('2', '2022-01-01', 'medicare'), ...bill('3', '2020', 'x'))
    expect(await insurances()).toEqual([['medicare', '', '']])
  })

  test('who had no insurance at the last bill has none', async () => {
    await load(...bill('1', '2021-01-01', 'private'), ...bill('2', '2022-01-01', 'no_insurance'))
    expect(await insurances()).toEqual([])
  })

  test.runIf(hasSharedFiles)('the insurances of ../shared/data are those of the last bills', async () => {
    const names = ['inferno_carin_888', 'smart2019_Christin_Stiedemann', 'smart2019_Jermaine_Breitenberg']
    for (const name of names) {
      const bytes = fhirBytes(`${name}.json`)
      await loadFile(database.db, { name, bytes }, lakeside)
    }
    expect(await insurances()).toEqual([
      ['Orange Medical Group', '88800933501', 'MCHMO1'],
      ['medicare', '', ''],
      ['private', '', ''],
    ])
  })
})
