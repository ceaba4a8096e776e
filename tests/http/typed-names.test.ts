import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { makePatientAccount } from '../../server/identity/make-account.ts'
import { fillLastNameKeys } from '../../server/identity/account.store.ts'
import { loadFile, prepareLoading } from '../../server/practice-loader/load-file.ts'
import { rowsOf } from '../../server/db/rows.ts'
import { testPasswords } from '../support/passwords.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal } from '../support/portal.ts'
import { hasSharedFiles, sharedFiles } from '../support/practice-to-load.ts'
import { identityOf, toStep, type Somebody } from '../support/sign-up.ts'

interface Loaded extends Somebody {
  emrId: string
}

/** The people of a file of cases, as the record server has them once it is loaded. */
async function loadCases({ records }: RunningPortal, name: string): Promise<Loaded[]> {
  const file = { name, bytes: readFileSync(join(sharedFiles, 'cases', name)) }
  await prepareLoading(records)
  await loadFile(records.db, file, { practice: 'lakeside', dropDigits: false, shiftDays: 0 })
  return rowsOf<Loaded>(
    records.db,
    sql`select patient_n as "patientN", emrid as "emrId", first_name as "firstName", last_name as "lastName",
        dob::text as dob, gender, zip, email, cell_phone as "cellPhone"
      from patients where emrid like 'CASE%' order by patient_n`,
  )
}

const test = portalTest({})
  .extend('apostrophes', { scope: 'file' }, ({ portal }) => loadCases(portal, 'names-apostrophes.json'))
  .extend('middleNames', { scope: 'file' }, async ({ portal, apostrophes }) => {
    const known = new Set(apostrophes.map(({ emrId }) => emrId))
    return (await loadCases(portal, 'names-middle-names.json')).filter(({ emrId }) => !known.has(emrId))
  })

const apostrophes = ["'", '\u2018', '\u2019', '\u02bc']
const hyphens = ['-', '\u2010', '\u2011']

/** A name with each kind of apostrophe and hyphen. */
const written = (name: string): string[] =>
  apostrophes.flatMap((apostrophe) =>
    hyphens.map((hyphen) =>
      name.replaceAll(/['\u2018\u2019\u02bb\u02bc]/g, apostrophe).replaceAll(/[-\u2010\u2011]/g, hyphen),
    ),
  )

/** How often a person is typed in each way, by a browser of its own. */
function typedBy<P extends { firstName: string; lastName: string }>(person: P): P[] {
  const lastNames = [...new Set(written(person.lastName))]
  const firstNames = [...new Set(written(person.firstName))]
  return lastNames.flatMap((lastName) => firstNames.map((firstName) => ({ ...person, firstName, lastName })))
}

describe.runIf(hasSharedFiles)('a name with another kind of apostrophe or hyphen', () => {
  test('is that of the record at sign-up, which keeps its own', async ({ portal, apostrophes: people }) => {
    expect(people).toHaveLength(4)
    for (const person of people)
      for (const typed of typedBy(person)) {
        const { body } = await portal.visitor().act('account.locateRecord', identityOf(typed))
        expect([typed.firstName, typed.lastName, body.effects]).toEqual([typed.firstName, typed.lastName, [toStep]])
      }
    const [first] = await rowsOf<{ name: string }>(
      portal.records.db,
      sql`select last_name as name from patients where emrid = 'CASE102'`,
    )
    expect(first?.name).toBe('O\u2019Brien')
  })

  test('opens the bill of a guest', async ({ portal, apostrophes: people }) => {
    for (const person of people.slice(0, 2))
      for (const typed of typedBy(person)) {
        const visitor = portal.visitor()
        expect((await visitor.act('guests.verify', identityOf(typed))).status).toBe(200)
      }
  })

  test('is that of an account that forgot its username, also of one from an earlier version', async ({
    portal,
    apostrophes: people,
  }) => {
    const { db } = portal.database
    for (const [at, { patientN, emrId, firstName, lastName }] of people.entries())
      await makePatientAccount(
        { db, passwords: testPasswords },
        {
          licensee: 'lakeside',
          login: `case.${at}`,
          password: 'First-Garden-10',
          patient: { patientN, emrId, firstName, lastName },
        },
      )
    await db.execute(sql`update accounts set last_name_key = null where login = 'case.1'`)
    await fillLastNameKeys(db)
    for (const { dob, email, ...person } of people)
      for (const { firstName, lastName } of typedBy(person).slice(0, 4)) {
        const claim = { PatientFirstName: firstName, PatientLastName: lastName, PatientDOB: dob, PatientEmail: email }
        const { status } = await portal.visitor().act('account.forgotUsername', claim)
        expect([firstName, lastName, status]).toEqual([firstName, lastName, 200])
      }
  })
})

describe.runIf(hasSharedFiles)('a record with a middle name', () => {
  test('is that of the first name alone, and of both; a suffix is no last name', async ({ portal, middleNames }) => {
    const names = middleNames.map(({ firstName, lastName }) => [firstName, lastName])
    expect(names).toEqual([
      ['Paula Marie', 'Middleton'],
      ['Peter', 'Suffixson'],
      ['Quinn A.', 'Textonly'],
      ['Ana Lucia', 'De la Cruz-Ruiz'],
    ])
    for (const person of middleNames) {
      const [first = ''] = person.firstName.split(' ')
      for (const firstName of [first, person.firstName, ` ${person.firstName.toUpperCase().replace(' ', '  ')} `]) {
        const { body } = await portal.visitor().act('account.locateRecord', identityOf({ ...person, firstName }))
        expect([firstName, body.effects]).toEqual([firstName, [toStep]])
      }
    }
  })

  test('is not that of its middle name', async ({ portal, middleNames: [paula] }) => {
    const { body } = await portal.visitor().act('account.locateRecord', identityOf({ ...paula!, firstName: 'Marie' }))
    expect(body.effects).not.toContainEqual(toStep)
  })
})
