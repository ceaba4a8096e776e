import { and, asc, eq, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { accounts } from '../db/schema.ts'
import type { StaffRole } from '../protocol/principal.ts'
import { loginKey } from './account.store.ts'

/** A member of the staff of a practice. */
export interface StaffMember {
  accountId: number
  login: string
  firstName: string
  lastName: string
  /** Empty in accounts of an earlier version. */
  email: string
  /** In the order of `staffRoles`. */
  roles: StaffRole[]
  /** Whether an authenticator app is set up. */
  hasApp: boolean
  passkeys: number
  createdAt: Date
  /** When the access ended; null while it lasts. */
  endedAt: Date | null
}

interface MemberKey {
  licenseeId: string
  accountId: number
}

const columns = {
  accountId: accounts.id,
  login: accounts.login,
  firstName: accounts.firstName,
  lastName: accounts.lastName,
  email: accounts.email,
  roles: accounts.staffRoles,
  hasApp: sql<boolean>`${accounts.totpSecret} is not null`,
  // The builder leaves the table out of a column's name in a list of columns, where a subquery needs it.
  passkeys: sql<number>`(select count(*)::int from passkeys where passkeys.account_id = accounts.id)`,
  createdAt: accounts.createdAt,
  endedAt: accounts.disabledAt,
}

const staffOf = (licenseeId: string) => and(eq(accounts.licenseeId, licenseeId), eq(accounts.kind, 'admin'))
const isOwner = sql`${accounts.staffRoles} ? 'owner'`

/** Returns a page of the staff of a practice by name, those whose access has ended at the end, and how many there are. */
export async function staffPage(
  db: Db,
  { licenseeId, page, size }: { licenseeId: string; page: number; size: number },
): Promise<{ rows: StaffMember[]; total: number }> {
  const rows = await db
    .select(columns)
    .from(accounts)
    .where(staffOf(licenseeId))
    .orderBy(isNotNull(accounts.disabledAt), asc(accounts.lastNameKey), asc(accounts.firstName), asc(accounts.id))
    .limit(size)
    .offset((page - 1) * size)
  return { rows: rows.map(withRoles), total: await db.$count(accounts, staffOf(licenseeId)) }
}

/** Returns the names of these members of the staff by account, also of those whose access has ended. */
export async function staffNames(
  db: Db,
  { licenseeId, accountIds }: { licenseeId: string; accountIds: readonly number[] },
): Promise<Map<number, Pick<StaffMember, 'firstName' | 'lastName'>>> {
  if (accountIds.length === 0) return new Map()
  const rows = await db
    .select({ accountId: accounts.id, firstName: accounts.firstName, lastName: accounts.lastName })
    .from(accounts)
    .where(and(staffOf(licenseeId), inArray(accounts.id, [...accountIds])))
  return new Map(rows.map(({ accountId, ...name }) => [accountId, name]))
}

/** Returns a member of the staff, also one whose access has ended; undefined for any other account. */
export async function staffMember(db: Db, { licenseeId, accountId }: MemberKey): Promise<StaffMember | undefined> {
  const [row] = await db
    .select(columns)
    .from(accounts)
    .where(and(staffOf(licenseeId), eq(accounts.id, accountId)))
  return row && withRoles(row)
}

/** Returns the member of the staff with an email address, also one whose access has ended. */
export async function staffMemberByEmail(
  db: Db,
  { licenseeId, email }: { licenseeId: string; email: string },
): Promise<StaffMember | undefined> {
  const sameEmail = eq(sql`lower(${accounts.email})`, loginKey(email))
  const [row] = await db
    .select(columns)
    .from(accounts)
    .where(and(staffOf(licenseeId), sameEmail))
    .orderBy(isNotNull(accounts.disabledAt))
    .limit(1)
  return row && withRoles(row)
}

function withRoles<T extends { roles: StaffRole[] | null }>(row: T): T & { roles: StaffRole[] } {
  return { ...row, roles: row.roles ?? [] }
}

/**
 * Lets one change of the staff of a practice run at a time, until the end of the transaction: two owners who remove each
 * other at once would otherwise both see the other one.
 */
export async function lockStaff(tx: Db, licenseeId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`staff:${licenseeId}`}, 0))`)
}

/** Returns how many owners a practice has whose access lasts, besides `except`. */
export function countOwners(db: Db, { licenseeId, except }: { licenseeId: string; except?: number }): Promise<number> {
  const others = except === undefined ? undefined : ne(accounts.id, except)
  return db.$count(accounts, and(staffOf(licenseeId), isOwner, isNull(accounts.disabledAt), others))
}

/** Returns the email addresses of the owners of a practice whose access lasts. */
export async function ownerEmails(db: Db, licenseeId: string): Promise<string[]> {
  const reached = and(staffOf(licenseeId), isOwner, isNull(accounts.disabledAt), ne(accounts.email, ''))
  return (await db.select({ email: accounts.email }).from(accounts).where(reached)).map(({ email }) => email)
}

/** Sessions that were opened with other roles end (`mayStayIn`). */
export async function setStaffRoles(tx: Db, { accountId, roles }: { accountId: number; roles: StaffRole[] }) {
  await tx.update(accounts).set({ staffRoles: roles }).where(eq(accounts.id, accountId))
}

/**
 * Ends the access of a member of the staff. The account stays, because the audit log names it. Every proof of before
 * becomes invalid, also after the access is restored.
 */
export async function endStaffAccess(tx: Db, { accountId, at }: { accountId: number; at: Date }): Promise<void> {
  await tx
    .update(accounts)
    .set({ disabledAt: at, passwordVersion: sql`${accounts.passwordVersion} + 1` })
    .where(eq(accounts.id, accountId))
}

export async function restoreStaffAccess(tx: Db, accountId: number): Promise<void> {
  await tx.update(accounts).set({ disabledAt: null }).where(eq(accounts.id, accountId))
}
