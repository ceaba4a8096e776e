import { and, eq, gt, isNotNull, isNull, lt, lte, ne, or, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { comparedName, isFirstNameOf } from '../../schemas/compared-name.ts'
import { isTaken } from '../db/is-taken.ts'
import type { Db } from '../db/open.ts'
import { accounts, authorisations, disabledPatients, passkeys, sessions } from '../db/schema.ts'
import { latestStamp } from '../protocol/latest-stamp.ts'
import type { AccountKind, SignedIn, StaffRole } from '../protocol/principal.ts'

export type Account = typeof accounts.$inferSelect

/** A patient for whom an account may act; the relation `self` is the account holder's own record. */
export interface ActsFor {
  patientId: string
  emrId: string
  firstName: string
  lastName: string
  relation: string
  /** Numbers of the features that may be used; null for all of them. */
  scope?: number[] | null
  endsAt?: Date | null
  /** The account that granted it. */
  createdBy?: number | null
}

/** Normalizes a login: case and surrounding blanks are ignored. */
export function loginKey(login: string): string {
  return login.trim().normalize('NFKC').toLowerCase()
}

export interface Named {
  licenseeId: string
  kind: AccountKind
  login: string
}

/** Returns the account unless it is disabled. */
export async function findAccount(db: Db, { licenseeId, kind, login }: Named): Promise<Account | undefined> {
  const named = and(
    eq(accounts.licenseeId, licenseeId),
    eq(accounts.kind, kind),
    eq(accounts.loginKey, loginKey(login)),
    isNull(accounts.disabledAt),
  )
  const [row] = await db.select().from(accounts).where(named)
  return row
}

/** Returns the account unless it is disabled. */
export async function accountById(db: Db, id: number): Promise<Account | undefined> {
  const [row] = await db
    .select()
    .from(accounts)
    .where(and(eq(accounts.id, id), isNull(accounts.disabledAt)))
  return row
}

/** Returns the account, also a disabled one. */
export async function anyAccountById(db: Db, id: number): Promise<Account | undefined> {
  return (await db.select().from(accounts).where(eq(accounts.id, id))).at(0)
}

/** The state of an account at the time its owner was authenticated. */
export type Proof = Required<Pick<SignedIn, 'accountId' | 'passwordVersion'>>

export function proofOf({ id, passwordVersion }: Account): Proof {
  return { accountId: id, passwordVersion }
}

/** Returns the account of a proof; undefined when it is disabled or its password has changed since. */
export async function accountOf(db: Db, { accountId, passwordVersion }: Proof): Promise<Account | undefined> {
  const account = await accountById(db, accountId)
  return account?.passwordVersion === passwordVersion ? account : undefined
}

/** Of a row of `authorisations`: the practice has not disabled its patient. */
const isPatientEnabled = sql`not exists (select from ${disabledPatients}
  where ${disabledPatients.licenseeId} = ${authorisations.licenseeId}
    and ${disabledPatients.patientId} = ${authorisations.patientId})`

const person = sql`${sessions.content}->'person'`

/** The accounts that act for the patient of a view, beside that of the member of the staff. */
const holders = alias(accounts, 'holders')
const isActedFor = sql`${authorisations.licenseeId} = ${sessions.licenseeId} and exists (
  select from ${accounts} ${sql.identifier('holders')}
  where ${holders.id} = ${authorisations.accountId} and ${holders.disabledAt} is null)`

/**
 * Of a row of `sessions`: whether it is still allowed. Its account is not disabled, has the same password and roles, and
 * may act for the patient, who is not disabled; one for setting up the second factor is over once there is one; a guest
 * session is valid until it ends. Checked on every session read, because a session can be saved just after all sessions of the account
 * were ended. A view of the staff lasts as long as somebody may act for the patient.
 */
export const mayStayIn: SQL = sql`(${person} is null or ${person}->>'kind' = 'guest' or exists (
  select from ${accounts} where ${accounts.id} = (${person}->>'accountId')::bigint and ${accounts.disabledAt} is null
    and ${accounts.passwordVersion} = coalesce((${person}->>'passwordVersion')::int, 0)
    and ${accounts.staffRoles} is not distinct from ${person}->'roles'
    and (${person}->'unprotected' is null or (${accounts.totpSecret} is null
      and not exists (select from ${passkeys} where ${passkeys.accountId} = ${accounts.id})))
    and (${person}->'patient' is null or exists (select from ${authorisations}
      where ${isPatientEnabled} and ${authorisations.patientId} = ${person}->'patient'->>'id'
        and case when ${person}->>'kind' = 'viewer' then ${isActedFor} else ${authorisations.accountId} = ${accounts.id} end))))`

/**
 * Returns accounts of patients and guardians with these names, however they are typed, the first one with or without
 * middle names; at most twenty, without disabled ones.
 */
export async function accountsNamed(
  db: Db,
  { licenseeId, firstName, lastName }: { licenseeId: string; firstName: string; lastName: string },
): Promise<Account[]> {
  const named = and(
    eq(accounts.licenseeId, licenseeId),
    or(eq(accounts.kind, 'patient'), eq(accounts.kind, 'guardian')),
    eq(accounts.lastNameKey, comparedName(lastName)),
    isNull(accounts.disabledAt),
  )
  const ofFamily = await db.select().from(accounts).where(named).orderBy(accounts.id)
  return ofFamily.filter((account) => isFirstNameOf(firstName, account.firstName)).slice(0, 20)
}

/** Completes the rows of an earlier version, which did not store how last names are compared. */
export async function fillLastNameKeys(db: Db): Promise<void> {
  const { id, lastName, lastNameKey } = accounts
  const rows = await db.select({ id, lastName }).from(accounts).where(isNull(lastNameKey))
  for (const row of rows)
    await db
      .update(accounts)
      .set({ lastNameKey: comparedName(row.lastName) })
      .where(eq(id, row.id))
}

/** Returns the names of a practice's admins by login, also of disabled ones. */
export async function adminNames(db: Db, { licenseeId }: { licenseeId: string }): Promise<Map<string, string>> {
  const { login, firstName, lastName } = accounts
  const admins = and(eq(accounts.licenseeId, licenseeId), eq(accounts.kind, 'admin'))
  const rows = await db.select({ login, firstName, lastName }).from(accounts).where(admins)
  return new Map(rows.map((row) => [row.login, `${row.firstName} ${row.lastName}`.trim() || row.login]))
}

/** Returns whether a patient has an account of their own, disabled or not. */
export async function hasOwnAccount(
  db: Db,
  { licenseeId, patientId }: { licenseeId: string; patientId: string },
): Promise<boolean> {
  const own = and(
    eq(authorisations.licenseeId, licenseeId),
    eq(authorisations.patientId, patientId),
    eq(authorisations.relation, 'self'),
  )
  return (await db.select({ id: authorisations.accountId }).from(authorisations).where(own)).length > 0
}

/** Returns the patients for whom an account may act at that time; disabled ones only with `evenDisabled`. */
export async function patientsOf(
  db: Db,
  { accountId, at, evenDisabled = false }: { accountId: number; at: Date; evenDisabled?: boolean },
): Promise<(typeof authorisations.$inferSelect)[]> {
  const stands = or(isNull(authorisations.endsAt), gt(authorisations.endsAt, at))
  return db
    .select()
    .from(authorisations)
    .where(and(eq(authorisations.accountId, accountId), stands, evenDisabled ? undefined : isPatientEnabled))
    .orderBy(authorisations.patientId)
}

/** An account that may act for a patient. */
interface ActingAccount {
  accountId: number
  /** `self` for the patient's own. */
  relation: string
  scope: number[] | null
}

/** Returns the accounts that may act for a patient at that time, without disabled ones; none for a disabled patient. */
export function accountsFor(
  db: Db,
  { licenseeId, patientId, at }: { licenseeId: string; patientId: string; at: Date },
): Promise<ActingAccount[]> {
  const { accountId, relation, scope, endsAt } = authorisations
  return db
    .select({ accountId, relation, scope })
    .from(authorisations)
    .innerJoin(accounts, eq(accounts.id, accountId))
    .where(
      and(
        eq(authorisations.licenseeId, licenseeId),
        eq(authorisations.patientId, patientId),
        or(isNull(endsAt), gt(endsAt, at)),
        isNull(accounts.disabledAt),
        isPatientEnabled,
      ),
    )
    .orderBy(accountId)
}

export interface NewAccount {
  licenseeId: string
  kind: AccountKind
  login: string
  passwordHash: string
  firstName: string
  lastName: string
  employeeN?: string
  /** Administrators only. */
  staffRoles?: StaffRole[]
  mustReset?: boolean
  /** Guardians and administrators only. */
  email?: string
  /** Guardians only; `yyyy-MM-dd`. */
  birthDay?: string
  actsFor: ActsFor[]
}

class NotMade extends Error {}

/** Inserts an account with its authorizations in one transaction. Logins and patients' own accounts are unique. */
export async function insertAccount(db: Db, request: NewAccount): Promise<number | 'login taken' | 'patient has one'> {
  try {
    return await db.transaction((tx) => insertBoth(tx, request))
  } catch (error) {
    if (error instanceof NotMade) return 'patient has one'
    throw error
  }
}

async function insertBoth(tx: Db, { actsFor, ...account }: NewAccount): Promise<number | 'login taken'> {
  const made = await tx
    .insert(accounts)
    .values({ ...account, loginKey: loginKey(account.login), lastNameKey: comparedName(account.lastName) })
    .onConflictDoNothing()
    .returning({ id: accounts.id })
  const accountId = made[0]?.id
  if (accountId === undefined) return 'login taken'
  for (const patient of actsFor) {
    if (!(await insertAuthorisation(tx, { ...patient, accountId, licenseeId: account.licenseeId }))) throw new NotMade()
  }
  return accountId
}

/** Returns false when the account already acts for that patient, or the patient has another account of their own. */
export async function insertAuthorisation(
  db: Db,
  authorisation: ActsFor & { accountId: number; licenseeId: string },
): Promise<boolean> {
  const made = await db
    .insert(authorisations)
    .values(authorisation)
    .onConflictDoNothing()
    .returning({ accountId: authorisations.accountId })
  return made.length > 0
}

/**
 * Adds a second factor to an account. Returns false when it already has one or does not exist. The code of `lastStep`
 * counts as used.
 */
export async function putSecondFactor(
  db: Db,
  { accountId, encryptedSecret, lastStep }: { accountId: number; encryptedSecret: string; lastStep: number },
): Promise<boolean> {
  const put = await db
    .update(accounts)
    .set({ totpSecret: encryptedSecret, totpLastStep: lastStep })
    .where(and(eq(accounts.id, accountId), isNull(accounts.disabledAt), isNull(accounts.totpSecret)))
    .returning({ id: accounts.id })
  return put.length > 0
}

/** Returns false when there is none. */
export async function dropSecondFactor(db: Db, accountId: number): Promise<boolean> {
  const dropped = await db
    .update(accounts)
    .set({ totpSecret: null, totpLastStep: null })
    .where(and(eq(accounts.id, accountId), isNotNull(accounts.totpSecret)))
    .returning({ id: accounts.id })
  return dropped.length > 0
}

/** Marks the code of a step, and all earlier ones, as used. Returns false when it was already used. */
export async function useTotpStep(db: Db, { accountId, step }: { accountId: number; step: number }): Promise<boolean> {
  const isNew = or(isNull(accounts.totpLastStep), lt(accounts.totpLastStep, step))
  const used = await db
    .update(accounts)
    .set({ totpLastStep: step })
    .where(and(eq(accounts.id, accountId), isNew))
    .returning({ id: accounts.id })
  return used.length > 0
}

/** A person whom a patient has authorized, as shown to the patient. */
export interface Authorised {
  accountId: number
  login: string
  firstName: string
  lastName: string
  relation: string
  scope: number[] | null
  endsAt: Date | null
}

/** Returns the people whom a patient has authorized, including expired authorizations. */
export async function guardiansOf(
  db: Db,
  { licenseeId, patientId }: { licenseeId: string; patientId: string },
): Promise<Authorised[]> {
  const theirs = and(
    eq(authorisations.licenseeId, licenseeId),
    eq(authorisations.patientId, patientId),
    eq(accounts.kind, 'guardian'),
  )
  const { login, firstName, lastName } = accounts
  const { accountId, relation, scope, endsAt } = authorisations
  return db
    .select({ accountId, login, firstName, lastName, relation, scope, endsAt })
    .from(authorisations)
    .innerJoin(accounts, eq(accounts.id, authorisations.accountId))
    .where(theirs)
    .orderBy(accounts.lastName, accounts.firstName, accounts.id)
}

/** Removes an authorization: always, or only if it has expired at `ifOverAt`. Returns false when there was none. */
export async function removeAuthorisation(
  db: Db,
  { licenseeId, patientId, accountId, ifOverAt }: Granted & { ifOverAt?: Date },
): Promise<boolean> {
  const meant = and(
    eq(authorisations.licenseeId, licenseeId),
    eq(authorisations.patientId, patientId),
    eq(authorisations.accountId, accountId),
    ne(authorisations.relation, 'self'),
    ifOverAt && lte(authorisations.endsAt, ifOverAt),
  )
  const removed = await db.delete(authorisations).where(meant).returning({ accountId: authorisations.accountId })
  return removed.length > 0
}

export interface Granted {
  licenseeId: string
  patientId: string
  accountId: number
}

/** The hash of a password that was compared with the one that it replaces (chosen-password.ts). */
export type ReplacingHash = string & { readonly replaces: 'another one' }

/**
 * Sets a new password, which invalidates all earlier proofs. Returns false when the account does not exist or is
 * disabled.
 */
export async function setPassword(
  db: Db,
  { accountId, passwordHash, at }: { accountId: number; passwordHash: ReplacingHash; at: Date },
): Promise<boolean> {
  const changed = await db
    .update(accounts)
    .set({
      passwordHash,
      mustReset: false,
      passwordEndsAt: null,
      passwordChangedAt: at,
      passwordVersion: sql`${accounts.passwordVersion} + 1`,
    })
    .where(and(eq(accounts.id, accountId), isNull(accounts.disabledAt)))
    .returning({ id: accounts.id })
  return changed.length > 0
}

/**
 * Changes the address of a guardian, which is also the user name. Returns 'gone' when the password has changed since
 * the proof or the account is disabled.
 */
export async function setEmail(
  db: Db,
  { proof, email }: { proof: Proof; email: string },
): Promise<'changed' | 'taken' | 'gone'> {
  const { accountId: id, passwordVersion } = proof
  const isUnchanged = and(
    eq(accounts.id, id),
    eq(accounts.kind, 'guardian'),
    eq(accounts.passwordVersion, passwordVersion),
    isNull(accounts.disabledAt),
  )
  try {
    const changed = await db.transaction((tx) =>
      tx
        .update(accounts)
        .set({ email, login: email, loginKey: loginKey(email) })
        .where(isUnchanged)
        .returning({ id: accounts.id }),
    )
    return changed.length > 0 ? 'changed' : 'gone'
  } catch (error) {
    if (isTaken(error)) return 'taken'
    throw error
  }
}

/** Returns the hash that a typed password is compared with; undefined without an account, or once the password ended. */
export function validHash(account: Account | undefined, at: Date): string | undefined {
  return account?.passwordEndsAt && account.passwordEndsAt <= at ? undefined : account?.passwordHash
}

/** Corrects the ends of one-time passwords that were set before the clock was set back. */
export async function correctOneTimePasswords(db: Db, { at }: { at: Date }): Promise<void> {
  const { passwordChangedAt, passwordEndsAt } = accounts
  await db
    .update(accounts)
    .set({
      passwordChangedAt: at,
      passwordEndsAt: sql`${passwordEndsAt} - (${passwordChangedAt} - ${at.toISOString()}::timestamptz)`,
    })
    .where(and(isNotNull(passwordEndsAt), gt(passwordChangedAt, latestStamp(at))))
}

interface OneTimePassword {
  /** The account, with the version of the password that is replaced. */
  proof: Proof
  passwordHash: string
  at: Date
  endsAt: Date
}

/**
 * Sets a password that its owner must change at the next sign-in. Returns false when the password has changed since, or
 * the account is disabled.
 */
export async function setOneTimePassword(
  db: Db,
  { proof, passwordHash, at, endsAt }: OneTimePassword,
): Promise<boolean> {
  const { accountId: id, passwordVersion } = proof
  const isUnchanged = and(
    eq(accounts.id, id),
    eq(accounts.passwordVersion, passwordVersion),
    isNull(accounts.disabledAt),
  )
  const changed = await db
    .update(accounts)
    .set({
      passwordHash,
      mustReset: true,
      passwordEndsAt: endsAt,
      passwordChangedAt: at,
      passwordVersion: passwordVersion + 1,
    })
    .where(isUnchanged)
    .returning({ id: accounts.id })
  return changed.length > 0
}
