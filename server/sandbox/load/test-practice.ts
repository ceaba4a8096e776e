import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { migrate } from '../../db/migrate.ts'
import { openDatabase, type Database } from '../../db/open.ts'
import { prepareLoading } from './load-file.ts'

/** What others made, beside the repository; see SOURCES.md there. */
export const sharedFiles = fileURLToPath(new URL('../../../../shared/data', import.meta.url))
export const hasSharedFiles = existsSync(join(sharedFiles, 'fhir'))

export const fhirFiles = () => readdirSync(join(sharedFiles, 'fhir'))
export const fhirBytes = (name: string) => readFileSync(join(sharedFiles, 'fhir', name))

const postgresUrl = process.env.TEST_DATABASE_URL
export const engines = ['pglite', ...(postgresUrl ? ['postgres'] : [])]

/** A record server's empty tables and one practice, `lakeside`, with two insurances. */
export async function openPractice(engine: string): Promise<Database> {
  const schema = `load_${randomUUID().slice(0, 8)}`
  const database = await openDatabase(engine === 'postgres' ? { url: postgresUrl, schema, connections: 3 } : {})
  await migrate(database, fileURLToPath(new URL('../migrations', import.meta.url)))
  await prepareLoading(database)
  await emptyPractice(database)
  if (engine !== 'postgres') return database
  const close = async () => {
    await database.db.execute(sql.raw(`drop schema ${schema} cascade`))
    await database.close()
  }
  return { ...database, close }
}

/** Opening an engine takes a second, emptying it none. */
export const emptyPractice = (database: Database) =>
  database.runScript(`
    truncate practices cascade;
    insert into practices values ('lakeside', 'Lakeside Dermatology', 'lakeside', 1, 'America/New_York');
    insert into insurances values ('lakeside', 1, 'Blue Harbor'), ('lakeside', 2, 'Green Valley')`)

/** A bundle of the given resources as a file. */
export function bundleOf(resources: object[], type = 'transaction'): Uint8Array {
  const entry = resources.map((resource) => ({ resource }))
  return new TextEncoder().encode(JSON.stringify({ resourceType: 'Bundle', type, entry }))
}

export const clinic = {
  resourceType: 'Organization',
  id: 'clinic',
  name: 'Harbor Clinic',
  address: [{ line: ['1 Quay'], city: 'Boston', state: 'Massachusetts', postalCode: '02110' }],
}
export const doctor = { resourceType: 'Practitioner', id: 'doctor', name: [{ family: 'Marsh', given: ['Ida'] }] }
export const person = {
  resourceType: 'Patient',
  id: 'person',
  identifier: [{ type: { coding: [{ code: 'MR' }] }, system: 'urn:mr', value: 'MR-1' }],
  name: [{ use: 'official', family: 'Reyes', given: ['Ana'] }],
  gender: 'female',
  birthDate: '1990-04-01',
  address: [{ line: ['2 Pier'], city: 'Boston', state: 'MA', postalCode: '02111-4444' }],
}
export const visit = {
  resourceType: 'Encounter',
  id: 'visit',
  status: 'finished',
  class: { code: 'AMB' },
  type: [{ text: 'Check up (procedure)' }],
  subject: { reference: 'Patient/person' },
  participant: [{ individual: { reference: 'Practitioner/doctor' } }],
  serviceProvider: { reference: 'Organization/clinic' },
  period: { start: '2020-01-15T09:00:00-05:00', end: '2020-01-15T09:20:00-05:00' },
}
