import type { Db } from './db/open.ts'
import { makeAccount } from './features/account/make-account.ts'
import type { Licensee } from './licensees/licensee.ts'
import { people } from './sandbox/seed/people.ts'

/** The practices of the sandbox (demo-practice.md). */
export function demoLicensees(sandboxPort: number): Licensee[] {
  const recordServer = (practice: string) => `http://127.0.0.1:${sandboxPort}/${practice}/api/`
  return [
    {
      id: 'lakeside',
      name: 'Lakeside Dermatology',
      hosts: ['localhost', '127.0.0.1', 'lakeside.localhost'],
      timeZone: 'America/New_York',
      recordServer: recordServer('lakeside'),
    },
    {
      id: 'northgate',
      name: 'Northgate Family Medicine',
      hosts: ['northgate.localhost'],
      timeZone: 'America/Denver',
      recordServer: recordServer('northgate'),
    },
  ]
}

/** Accounts to try the portal with; never present in production. */
export const demoAccounts = [
  {
    practice: 'lakeside',
    login: 'maria.alvarez',
    password: 'Sunny-Harbor-42',
    at: '/user/login',
    what: 'a patient with appointments',
    person: people.mariaAlvarez,
  },
  {
    practice: 'lakeside',
    login: 'new.patient',
    password: 'Morning-Bridge-26',
    at: '/user/login',
    what: 'a patient with nothing yet',
    person: people.noraQuinn,
  },
  {
    practice: 'lakeside',
    login: 'front.desk',
    password: 'Practice-Keys-88',
    at: '/admin',
    what: 'admin',
    person: undefined,
  },
  {
    practice: 'northgate',
    login: 'ben.carter',
    password: 'Maple-Street-19',
    at: '/user/login',
    what: 'a patient',
    person: people.benCarter,
  },
  {
    practice: 'northgate',
    login: 'office.lead',
    password: 'Front-Office-55',
    at: '/admin',
    what: 'admin',
    person: undefined,
  },
] as const

/** Makes those that are not there yet. */
export async function makeDemoAccounts(db: Db): Promise<void> {
  for (const { practice, login, password, person } of demoAccounts) {
    const names = person ?? {
      firstName: login === 'front.desk' ? 'Front' : 'Office',
      lastName: login === 'front.desk' ? 'Desk' : 'Lead',
    }
    await makeAccount(db, {
      licenseeId: practice,
      kind: person ? 'patient' : 'admin',
      login,
      password,
      firstName: names.firstName,
      lastName: names.lastName,
      ...(person
        ? {
            patient: {
              id: String(person.patientN),
              emrId: person.emrid,
              firstName: person.firstName,
              lastName: person.lastName,
            },
          }
        : { employeeN: '1' }),
    })
  }
}
