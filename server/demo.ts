import type { AccountServices } from './identity/account-services.ts'
import { makeAccount } from './identity/make-account.ts'
import type { Licensee } from './licensees/licensee.ts'
import { paths } from './practice/paths.ts'
import type { AccountKind, StaffRole } from './protocol/principal.ts'
import { people, type NamedPerson } from './sandbox/seed/people.ts'

/** The practices of the sandbox (demo-practice.md). */
export function demoLicensees(sandboxPort: number): Licensee[] {
  const recordServer = (practice: string) => `http://127.0.0.1:${sandboxPort}/${practice}/api/`
  const cards = (practice: string) => ({
    server: `http://127.0.0.1:${sandboxPort}/${practice}/cards/`,
    // Another host name than the portal's, because cookies ignore ports.
    frameOrigin: `http://cards.localhost:${sandboxPort}`,
  })
  return [
    {
      id: 'lakeside',
      name: 'Lakeside Dermatology',
      hosts: ['localhost', '127.0.0.1', 'lakeside.localhost'],
      timeZone: 'America/New_York',
      recordServer: recordServer('lakeside'),
      cards: cards('lakeside'),
    },
    {
      id: 'northgate',
      name: 'Northgate Family Medicine',
      hosts: ['northgate.localhost'],
      timeZone: 'America/Denver',
      recordServer: recordServer('northgate'),
      cards: cards('northgate'),
    },
  ]
}

interface DemoAccount {
  practice: 'lakeside' | 'northgate'
  kind: AccountKind
  login: string
  password: string
  at: string
  what: string
  firstName: string
  lastName: string
  /** The patients whose records the account opens: its own, or those a guardian acts for. */
  records: readonly NamedPerson[]
  relation?: string
  birthDay?: string
  mustReset?: boolean
  /** Of an administrator. */
  roles?: readonly StaffRole[]
}

/** Demo accounts (demo-practice.md); never present in production. */
export const demoAccounts = [
  {
    practice: 'lakeside',
    kind: 'patient',
    login: 'maria.alvarez',
    password: 'Sunny-Harbor-42',
    at: paths.signIn(),
    what: 'a patient with everything',
    firstName: 'Maria',
    lastName: 'Alvarez',
    records: [people.mariaAlvarez],
  },
  {
    practice: 'lakeside',
    kind: 'patient',
    login: 'new.patient',
    password: 'Morning-Bridge-26',
    at: paths.signIn(),
    what: 'a patient with nothing yet',
    firstName: 'Nora',
    lastName: 'Quinn',
    records: [people.noraQuinn],
  },
  {
    practice: 'lakeside',
    kind: 'guardian',
    login: 'g.alvarez@example.com',
    password: 'Quiet-Forest-77',
    at: paths.signIn(),
    what: 'a guardian of one child',
    firstName: 'Gabriel',
    lastName: 'Alvarez',
    birthDay: '1982-03-08',
    relation: 'Father',
    records: [people.lucasAlvarez],
  },
  {
    practice: 'lakeside',
    kind: 'guardian',
    login: 'r.okafor@example.com',
    password: 'Bright-Window-31',
    at: paths.signIn(),
    what: 'a guardian of two patients',
    firstName: 'Ruth',
    lastName: 'Okafor',
    birthDay: '1979-10-22',
    relation: 'Other',
    records: [people.adaOkafor, people.samuelOkafor],
  },
  {
    practice: 'lakeside',
    kind: 'patient',
    login: 'thomas.reed',
    password: 'Old-Garden-13',
    at: paths.signIn(),
    what: 'a patient who must reset the password',
    firstName: 'Thomas',
    lastName: 'Reed',
    mustReset: true,
    records: [people.thomasReed],
  },
  {
    practice: 'lakeside',
    kind: 'admin',
    login: 'front.desk',
    password: 'Practice-Keys-88',
    at: paths.adminSignIn(),
    what: 'front desk, records and settings',
    firstName: 'Front',
    lastName: 'Desk',
    roles: ['front desk', 'records', 'settings'],
    records: [],
  },
  {
    practice: 'lakeside',
    kind: 'admin',
    login: 'practice.owner',
    password: 'Harbor-Owner-31',
    at: paths.adminSignIn(),
    what: 'the owner, who may do everything',
    firstName: 'Olivia',
    lastName: 'Grant',
    roles: ['owner'],
    records: [],
  },
  {
    practice: 'lakeside',
    kind: 'admin',
    login: 'calls.desk',
    password: 'Ring-Twice-64',
    at: paths.adminSignIn(),
    what: 'front desk only',
    firstName: 'Carla',
    lastName: 'Diaz',
    roles: ['front desk'],
    records: [],
  },
  {
    practice: 'lakeside',
    kind: 'admin',
    login: 'records.desk',
    password: 'Paper-Trail-52',
    at: paths.adminSignIn(),
    what: 'records only',
    firstName: 'Rafael',
    lastName: 'Stone',
    roles: ['records'],
    records: [],
  },
  {
    practice: 'lakeside',
    kind: 'admin',
    login: 'settings.desk',
    password: 'Color-Wheel-29',
    at: paths.adminSignIn(),
    what: 'settings only',
    firstName: 'Sofia',
    lastName: 'Nguyen',
    roles: ['settings'],
    records: [],
  },
  {
    practice: 'northgate',
    kind: 'patient',
    login: 'ben.carter',
    password: 'Maple-Street-19',
    at: paths.signIn(),
    what: 'a patient',
    firstName: 'Ben',
    lastName: 'Carter',
    records: [people.benCarter],
  },
  {
    practice: 'northgate',
    kind: 'admin',
    login: 'office.lead',
    password: 'Front-Office-55',
    at: paths.adminSignIn(),
    what: 'the owner',
    firstName: 'Office',
    lastName: 'Lead',
    roles: ['owner'],
    records: [],
  },
] as const satisfies readonly DemoAccount[]

/** Creates the demo accounts that do not exist yet. */
export async function makeDemoAccounts(services: Pick<AccountServices, 'db' | 'passwords'>): Promise<void> {
  for (const account of demoAccounts as readonly DemoAccount[]) {
    const { practice, kind, login, password, firstName, lastName, records, relation, birthDay, mustReset, roles } =
      account
    await makeAccount(services, {
      licenseeId: practice,
      kind,
      login,
      password,
      firstName,
      lastName,
      mustReset,
      ...(kind === 'guardian' ? { email: login, birthDay } : {}),
      ...(roles ? { employeeN: '1', email: `${login}@${practice}.example.com`, staffRoles: [...roles] } : {}),
      patients: records.map((record) => ({
        id: String(record.patientN),
        emrId: record.emrid,
        firstName: record.firstName,
        lastName: record.lastName,
        relation,
      })),
    })
  }
}
