import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { accounts, authorisations } from '../../db/schema.ts'
import type { PersonKind } from '../../ui/person.ts'

export interface Account {
  id: number
  kind: PersonKind
  login: string
  passwordHash: string
  firstName: string
  lastName: string
  mustReset: boolean
}

/** A patient whom an account may act for. */
export interface ActsFor {
  patientId: string
  emrId: string
  firstName: string
  lastName: string
  relation: string
}

/** Logins differ by more than case and blanks around them. */
export function loginKey(login: string): string {
  return login.trim().normalize('NFKC').toLowerCase()
}

export async function findAccount(
  db: Db,
  { licenseeId, kind, login }: { licenseeId: string; kind: PersonKind; login: string },
): Promise<Account | undefined> {
  const named = and(
    eq(accounts.licenseeId, licenseeId),
    eq(accounts.kind, kind),
    eq(accounts.loginKey, loginKey(login)),
    isNull(accounts.disabledAt),
  )
  const [row] = await db.select().from(accounts).where(named)
  return row
}

export async function patientsOf(db: Db, { accountId }: { accountId: number }): Promise<ActsFor[]> {
  return db
    .select()
    .from(authorisations)
    .where(eq(authorisations.accountId, accountId))
    .orderBy(authorisations.patientId)
}

export interface NewAccount {
  licenseeId: string
  kind: PersonKind
  login: string
  passwordHash: string
  firstName: string
  lastName: string
  employeeN?: string
  mustReset?: boolean
  actsFor: ActsFor[]
}

/** Makes an account with its authorisations; undefined when the login is taken. */
export function insertAccount(db: Db, { actsFor, ...account }: NewAccount): Promise<number | undefined> {
  return db.transaction(async (tx) => {
    const made = await tx
      .insert(accounts)
      .values({ ...account, loginKey: loginKey(account.login) })
      .onConflictDoNothing()
      .returning({ id: accounts.id })
    const id = made[0]?.id
    if (id === undefined) return undefined
    if (actsFor.length > 0)
      await tx.insert(authorisations).values(actsFor.map((patient) => ({ ...patient, accountId: id })))
    return id
  })
}
