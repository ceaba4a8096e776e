import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ccdaBytes, ccdaFiles, ccdaXml, hostileBytes } from '../../tests/support/ccda.ts'
import { testEngines } from '../../tests/support/databases.ts'
import { bundleOf, emptyPractice, hasSharedFiles, openPractice, person } from '../../tests/support/practice-to-load.ts'
import { readCcda } from '../ccda/read-ccda.ts'
import type { Database } from '../db/open.ts'
import { rowsOf } from '../db/rows.ts'
import { loadFile } from './load-file.ts'

const lakeside = { practice: 'lakeside', dropDigits: false, shiftDays: 0 }

describe.each(testEngines)('on %s', (engine) => {
  let database: Database
  beforeAll(async () => {
    database = await openPractice(engine)
  })
  beforeEach(() => emptyPractice(database))
  afterAll(() => database.close())

  const load = (content: string | Uint8Array, { name = 'x.xml', shiftDays = 0 } = {}) =>
    loadFile(database.db, { name, bytes: Buffer.from(content) }, { ...lakeside, shiftDays })
  const refusal = (content: string | Uint8Array) => load(content).then(String, (error: Error) => error.message)
  const rows = (query: string) => rowsOf<Record<string, unknown>>(database.db, sql.raw(query))
  const patients = () => rows('select emrid, first_name, last_name, dob::text, gender from patients order by emrid')
  const records = () =>
    rows(
      'select emrid, created_on::text as day, xml from visit_records join patients using (practice, patient_n) order by ccda_id',
    )

  const patient = (family = 'Bell', born = '19900214') =>
    `<patient><name><given>Ann</given><family>${family}</family></name><administrativeGenderCode code="F"/><birthTime value="${born}"/></patient>`
  const ann = { emrid: '77', first_name: 'Ann', last_name: 'Bell', dob: '1990-02-14', gender: 2 }

  test('a document is its patient and a visit record, and a second time changes nothing', async () => {
    const xml = ccdaXml({ patient: patient() })
    const report = await load(xml)
    expect(report).toMatchObject({
      patients: { fresh: 1, known: 0 },
      visitRecords: { fresh: 1, known: 0 },
      people: [{ emrId: '77', firstName: 'Ann', lastName: 'Bell', missing: 'ZIP' }],
      read: { ClinicalDocument: 1 },
      skipped: {},
      matched: { 'of a new patient: nobody has its ids, or its name, birth date and gender': 1 },
    })
    expect(await patients()).toEqual([ann])
    expect(await records()).toEqual([{ emrid: '77', day: '2026-01-05', xml }])
    expect(await load(xml, { shiftDays: 3 })).toMatchObject({
      patients: { fresh: 0, known: 1 },
      visitRecords: { fresh: 0, known: 1 },
      matched: { 'of a known patient, by an id': 1 },
    })
    expect(await records()).toHaveLength(1)
  })

  test('another document of the same patient joins the record, also one that FHIR brought', async () => {
    const identifier = [{ system: 'urn:oid:1.2.3', value: '77', type: { coding: [{ code: 'MR' }] } }]
    const known = { ...person, identifier, name: [{ given: ['Ann'], family: 'BELL' }], birthDate: '1990-02-14' }
    await load(bundleOf([known]), { name: 'x.json' })
    await load(ccdaXml({ patient: patient() }))
    expect(await load(ccdaXml({ patient: patient(), text: 'Later' }), { shiftDays: 2 })).toMatchObject({
      patients: { fresh: 0, known: 1 },
      visitRecords: { fresh: 1, known: 0 },
    })
    expect(await patients()).toHaveLength(1)
    expect((await records()).map(({ day }) => day)).toEqual(['2026-01-05', '2026-01-07'])
  })

  test.each([
    ['name', patient('Cole')],
    ['birth date', patient('Bell', '19910214')],
  ])('a number of a patient of another %s is refused, and nothing is loaded', async (_what, other) => {
    await load(ccdaXml({ patient: patient() }))
    expect(await refusal(ccdaXml({ patient: other }))).toBe(
      'x.xml: recordTarget has an id or a record number by which the practice knows another person',
    )
    expect(await records()).toHaveLength(1)
  })

  const ofAnotherSystem = (extension: string, own = patient()) =>
    ccdaXml({ patient: own }).replace('root="1.2.3" extension="77"', `root="9.9" extension="${extension}"`)

  test('a document with the numbers of another system is of the patient with its name, birth date and gender', async () => {
    await load(ccdaXml({ patient: patient() }))
    expect(await load(ofAnotherSystem('A-1', patient('BELL')))).toMatchObject({
      patients: { fresh: 0, known: 1 },
      matched: { 'of a known patient, by name, birth date and gender': 1 },
    })
    expect(await load(ofAnotherSystem('A-1', patient('BELL')))).toMatchObject({ visitRecords: { fresh: 0, known: 1 } })
    expect(await patients()).toEqual([ann])
    expect((await records()).map(({ emrid }) => emrid)).toEqual(['77', '77'])
  })

  test.each([
    ['name', patient('Cole')],
    ['birth date', patient('Bell', '19910214')],
    ['gender', patient().replace('"F"', '"M"')],
  ])('with another %s it is of a patient who is new', async (_what, other) => {
    await load(ccdaXml({ patient: patient() }))
    expect(await load(ofAnotherSystem('A-1', other))).toMatchObject({ patients: { fresh: 1, known: 0 } })
  })

  test('a document that fits two patients is refused, unless it has the id of one', async () => {
    await load(ccdaXml({ patient: patient() }))
    await database.db
      .execute(sql`insert into patients (practice, emrid, first_name, last_name, dob, gender, zip, cell_phone, email,
      address, city, state, source, source_id) select practice, '78', first_name, last_name, dob, gender, zip, cell_phone, email,
      address, city, state, source, 'other' from patients`)
    expect(await refusal(ofAnotherSystem('A-1'))).toBe(
      'x.xml: recordTarget fits several patients by name, birth date and gender, and has the id of none of them',
    )
    expect(await records()).toHaveLength(1)
    expect(await load(ccdaXml({ patient: patient(), text: 'Later' }))).toMatchObject({ visitRecords: { fresh: 1 } })
  })

  test('a social security number becomes no record number', async () => {
    const secret = (text: string, born?: string) =>
      ccdaXml({ patient: patient('Bell', born), text }).replace(
        'root="1.2.3" extension="77"',
        'root="2.16.840.1.113883.4.1" extension="123456789"',
      )
    await load(secret('One'))
    expect(await load(secret('Two'))).toMatchObject({ patients: { fresh: 0, known: 1 } })
    expect(await load(secret('Three', '19910214'))).toMatchObject({ patients: { fresh: 1, known: 0 } })
    const stored = [...(await patients()), ...(await rows('select name from source_names'))]
    expect(JSON.stringify(stored)).not.toContain('123456789')
    expect((await patients()).map(({ emrid }) => emrid)).toEqual(
      Array(2).fill(expect.stringMatching(/^CCDA-[0-9a-f]{16}$/)),
    )
  })

  test('a guardian is counted as not loaded', async () => {
    const guardian = '<guardian><guardianPerson><name>Eve Bell</name></guardianPerson></guardian></patient>'
    const { skipped } = await load(ccdaXml({ patient: patient().replace('</patient>', guardian) }))
    expect(skipped).toEqual({ 'not loaded yet: guardian': 1 })
  })

  test('a document in another encoding is kept as UTF-8', async () => {
    const xml = ccdaXml({ before: '<?xml version="1.0" encoding="ISO-8859-1"?>', patient: patient('Größe') })
    await load(Buffer.from(xml, 'latin1'))
    const [row] = await records()
    expect(row?.xml).toBe(xml.replace('ISO-8859-1', 'UTF-8'))
    expect(await readCcda(Buffer.from(String(row?.xml)))).toMatchObject({ patient: { family: 'Größe' } })
  })

  test.each([
    [
      'a document type',
      `<!DOCTYPE x>${ccdaXml({ before: '' })}`,
      'x.xml: line 1, column 13: a document type (DOCTYPE) is not allowed',
    ],
    ['a file that ends early', ccdaXml().slice(0, 300), /^x\.xml: line \d+, column \d+: not well-formed/],
    ['no birth date', ccdaXml({ patient: patient('Bell', '1990') }), 'x.xml: recordTarget has no full birth date'],
    ['no date', ccdaXml().replace('20260105093000-0500', '2026'), 'x.xml: effectiveTime is no day'],
    ['another kind of XML', '<html/>', 'x.xml: is XML, but not a C-CDA document'],
  ])('with %s a file is refused by name and place', async (_what, xml, reason) => {
    expect(await refusal(xml)).toMatch(reason)
    expect([...(await patients()), ...(await records())]).toEqual([])
  })

  describe.runIf(hasSharedFiles)('with ../shared/data (skipped where it is missing)', () => {
    test('the documents of eleven vendors are loaded for nine people, two of whom are in two of them, twice without a change', async () => {
      for (const name of ccdaFiles()) await load(ccdaBytes(name))
      expect(await patients()).toHaveLength(9)
      expect(await records()).toHaveLength(11)
      for (const name of ccdaFiles())
        expect(await load(ccdaBytes(name))).toMatchObject({ visitRecords: { fresh: 0, known: 1 } })
      expect(await records()).toHaveLength(11)
    })

    test.each([
      ['AUTHORED_hostile_nonxmlbody_ccda.xml', 'x.xml: line 16, column 53: its content is elsewhere'],
      ['ONC_NT_BadXml.xml', 'x.xml: line 59, column 5: not well-formed'],
    ])('%s is refused', async (file, reason) => {
      expect(await refusal(hostileBytes(file))).toContain(reason)
    })
  })
})
