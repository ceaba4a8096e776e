import { sql } from 'drizzle-orm'
import { join } from 'node:path'
import { migrate } from '../../../server/db/migrate.ts'
import type { Db } from '../../../server/db/open.ts'
import { insertAccount } from '../../../server/identity/account.store.ts'
import { createPasswords } from '../../../server/identity/password.ts'
import { rowsOf } from '../../../server/sandbox/rows.ts'
import { buildSandbox } from '../../../server/sandbox/sandbox.ts'
import { fillBigPractice } from './big-practice.ts'
import type { Databases } from './databases.ts'

export const practice = 'lakeside'
export const password = 'Only-For-Figures-1'
export const adminLogin = 'bench.admin'

const migrations = join(import.meta.dirname, '..', '..', '..', 'server', 'db', 'migrations')

interface PatientRow {
  patient_n: number
  emrid: string
  first_name: string
  last_name: string
}

/** How many patients have an account. */
export const people = 200

/** Fills both databases before anything serves: the demo practice or a generated one, accounts of patients and an admin. */
export async function settlePeople(databases: Databases, providers?: number): Promise<string[]> {
  const records = await databases.openRecords()
  if (providers !== undefined) await fillBigPractice(records, providers)
  const sandbox = await buildSandbox({ database: records })
  await sandbox.close()
  const found = await rowsOf<PatientRow>(
    records.db,
    sql`select patient_n, emrid, first_name, last_name from patients
      where practice = ${practice} order by patient_n limit ${people}`,
  )
  await records.close()
  if (found.length < people) throw new Error(`the practice has only ${found.length} patients`)
  const portal = await databases.openPortal()
  await migrate(portal, migrations)
  const logins = await makeAccounts(portal.db, found)
  await portal.close()
  return logins
}

async function makeAccounts(db: Db, patients: readonly PatientRow[]): Promise<string[]> {
  const common = { licenseeId: practice, passwordHash: await createPasswords().hash(password) }
  await insertAccount(db, {
    ...common,
    kind: 'admin',
    login: adminLogin,
    firstName: 'Bench',
    lastName: 'Admin',
    employeeN: '1',
    actsFor: [],
  })
  const logins: string[] = []
  for (const { patient_n: patientN, emrid: emrId, first_name: firstName, last_name: lastName } of patients) {
    const login = `bench.${patientN}`
    await insertAccount(db, {
      ...common,
      kind: 'patient',
      login,
      firstName,
      lastName,
      actsFor: [{ patientId: String(patientN), emrId, firstName, lastName, relation: 'self' }],
    })
    logins.push(login)
  }
  return logins
}
