import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testEngines } from '../../tests/support/databases.ts'
import type { Database } from '../db/open.ts'
import { rowsOf } from '../db/rows.ts'
import type { FileReport } from './file-report.ts'
import { loadFile } from './load-file.ts'
import { sourceFiles } from './source-files.ts'
import { inOrder, survey } from './survey.ts'
import {
  bundleOf,
  clinic,
  doctor,
  emptyPractice,
  fhirBytes,
  fhirFiles,
  hasSharedFiles,
  openPractice,
  person,
  sharedFiles,
  visit,
} from '../../tests/support/practice-to-load.ts'

const lakeside = { practice: 'lakeside', dropDigits: false, shiftDays: 0 }
const TABLES = [
  'regions',
  'facilities',
  'providers',
  'provider_facilities',
  'weekly_hours',
  'patients',
  'appointments',
  'charges',
  'patient_insurances',
  'test_results',
  'test_observations',
  'lab_orders',
  'source_names',
]

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
  const contents = async () => {
    const tables = await Promise.all(TABLES.map((table) => rows(`select t::text as row from ${table} t order by 1`)))
    return tables.flat().map(({ row }) => row)
  }

  test('a whole practice of one file is written, and a second time changes nothing', async () => {
    const first = await load([clinic, doctor, person, visit])
    const [before, again] = [
      await contents(),
      await load([clinic, doctor, person, visit], { shiftDays: 7, dropDigits: true }),
    ]
    const counts = ({ facilities, providers, patients, appointments }: FileReport) => [
      facilities,
      providers,
      patients,
      appointments,
    ]
    expect(counts(first)).toEqual(Array(4).fill({ fresh: 1, known: 0 }))
    expect(counts(again)).toEqual(Array(4).fill({ fresh: 0, known: 1 }))
    expect(await contents()).toEqual(before)
  })

  test('a loaded provider takes all insurances and can be booked on weekdays from 9 to 12 and 13 to 17', async () => {
    await load([clinic, doctor, person, visit])
    const hours = await rows(
      `select weekday, start_minute, end_minute, mode from weekly_hours order by weekday, start_minute`,
    )
    expect(hours).toHaveLength(10)
    expect(hours.slice(0, 2)).toEqual([
      { weekday: 1, start_minute: 540, end_minute: 720, mode: 'inoffice' },
      { weekday: 1, start_minute: 780, end_minute: 1020, mode: 'inoffice' },
    ])
    expect(
      await rows('select insurance_n from provider_insurances union all select insurance_n from facility_insurances'),
    ).toHaveLength(4)
  })

  test('a later file refers to what an earlier one brought', async () => {
    await load([clinic])
    await load([doctor])
    await load([
      {
        resourceType: 'PractitionerRole',
        id: 'role',
        practitioner: { reference: 'Practitioner/doctor' },
        organization: { reference: 'Organization/clinic' },
        specialty: [{ text: 'Dermatology' }],
      },
    ])
    await load([person, { ...visit, participant: [{ individual: { reference: 'PractitionerRole/role' } }] }])
    expect(
      await rows(`select p.job_title, f.name from appointments a join providers p using (practice, employee_n)
      join facilities f using (practice, facility_n)`),
    ).toEqual([{ job_title: 'Dermatology', name: 'Harbor Clinic' }])
    expect(await rows('select employee_n from weekly_hours')).toHaveLength(10)
  })

  test('a dangling reference is named, and nothing of its file is there', async () => {
    await expect(load([clinic, person, visit])).rejects.toThrow(
      'x.json: /entry/2/resource/participant/0/individual/reference refers to Practitioner/doctor, ' +
        'which neither this file nor any other that was loaded holds',
    )
    expect(await contents()).toEqual([])
  })

  test('a record number that belongs to somebody else is refused', async () => {
    await load([person])
    await expect(load([{ ...person, id: 'other', birthDate: '1950-01-01' }])).rejects.toThrow(
      'x.json: /entry/0/resource has an id or a record number by which the practice knows another person',
    )
    const { patients } = await load([{ ...person, id: 'same' }])
    expect(patients).toEqual({ fresh: 0, known: 1 })
  })

  test('hostile text arrives as it is', async () => {
    await load([
      {
        ...person,
        id: '1\u0000\ud800',
        name: [{ family: "O'Hara <script>", given: ["Zoë'); drop table patients; --"] }],
      },
    ])
    expect(await rows('select first_name, last_name from patients')).toEqual([
      { first_name: "Zoë'); drop table patients; --", last_name: "O'Hara <script>" },
    ])
  })

  test('a shift keeps the hour on the wall clock of the facility', async () => {
    await load([clinic, doctor, person, visit], { shiftDays: 180 }) // from winter to summer
    const [row] = await rows(`select (starts_at at time zone 'America/New_York')::text as local from appointments`)
    expect(row?.local).toBe('2020-07-13 09:00:00')
  })

  test('a practice that is not there is said by name', async () => {
    await expect(load([person], { practice: 'nowhere' })).rejects.toThrow(
      'The record server has no practice "nowhere".',
    )
  })

  describe.runIf(hasSharedFiles)('with ../shared/data (skipped where it is missing)', () => {
    const loadAll = async (names: string[]) => {
      const reports: FileReport[] = []
      for (const name of names) reports.push(await loadFile(database.db, { name, bytes: fhirBytes(name) }, lakeside))
      return reports
    }
    const total = (reports: FileReport[], key: 'facilities' | 'providers' | 'patients' | 'appointments' | 'charges') =>
      reports.reduce((sum, report) => sum + report[key].fresh, 0)
    const read = (reports: FileReport[], type: string) =>
      reports.reduce((sum, report) => sum + (report.read[type] ?? 0), 0)

    test('the counts are those of COUNTS.md, and a second run in another order changes nothing', async () => {
      const ordered = inOrder(await survey(await sourceFiles([`${sharedFiles}/fhir`]))).map(({ file }) => file.name)
      const reports = await loadAll(ordered)
      const types = ['Patient', 'Encounter', 'Organization', 'Practitioner', 'Location', 'Observation']
      expect(types.map((type) => read(reports, type))).toEqual([11, 170, 123, 123, 4, 1030])
      expect(total(reports, 'patients')).toBe(11)
      expect(total(reports, 'appointments')).toBe(170)
      expect(total(reports, 'charges')).toBe(332) // 329 of the table of bills in COUNTS.md, 3 of CARIN
      expect(total(reports, 'facilities')).toBe(106) // 123, of which 13 places are in more than one file
      expect(total(reports, 'providers')).toBe(110)
      expect(
        reports.flatMap(({ people }) => people.filter(({ missing }) => missing)).map(({ missing }) => missing),
      ).toEqual(['name', 'ZIP'])
      expect(reports.every(({ withoutPlace }) => withoutPlace === 0)).toBe(true)
      const before = await contents()
      const again = await loadAll(fhirFiles())
      expect(
        again.map((report) => report.patients.fresh + report.appointments.fresh + report.facilities.fresh),
      ).toEqual(Array(14).fill(0))
      expect(await contents()).toEqual(before)
    })

    test('patient files alone bring their own places and people', async () => {
      const reports = await loadAll(
        fhirFiles()
          .filter((name) => !name.includes('Information'))
          .reverse(),
      )
      expect([total(reports, 'patients'), total(reports, 'appointments')]).toEqual([11, 170])
      expect(
        await rows(
          'select count(*)::int as n from providers where employee_n not in (select employee_n from weekly_hours)',
        ),
      ).toEqual([{ n: 0 }])
    })
  })
})
