import { and, eq, gt, ne, or, sql } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { accounts, auditLog, authorisations } from '../db/schema.ts'
import { loginKey } from './account.store.ts'
import type { PatientKey } from '../protocol/principal.ts'

/** An account that acts or acted for a patient. */
export interface PatientAccount {
  accountId: number
  kind: 'patient' | 'guardian' | 'admin'
  login: string
  firstName: string
  lastName: string
  /** `self` for the patient's own. */
  relation: string
  scope: number[] | null
  endsAt: Date | null
  createdAt: Date
  disabledAt: Date | null
  mustReset: boolean
  passwordVersion: number
  passwordChangedAt: Date | null
  /** Of a one-time password. */
  passwordEndsAt: Date | null
  hasSecondFactor: boolean
  /** As the record names the patient, when the account was made. */
  patient: { emrId: string; firstName: string; lastName: string }
}

/** Returns all accounts of a patient, also disabled ones and those whose access has ended; the patient's own first. */
export async function accountsOfPatient(db: Db, { licenseeId, patientId }: PatientKey): Promise<PatientAccount[]> {
  const rows = await db
    .select({ account: accounts, access: authorisations })
    .from(authorisations)
    .innerJoin(accounts, eq(accounts.id, authorisations.accountId))
    .where(and(eq(authorisations.licenseeId, licenseeId), eq(authorisations.patientId, patientId)))
    .orderBy(sql`${authorisations.relation} <> 'self'`, accounts.lastName, accounts.firstName, accounts.id)
  return rows.map(({ account, access }) => ({
    accountId: account.id,
    kind: account.kind,
    login: account.login,
    firstName: account.firstName,
    lastName: account.lastName,
    relation: access.relation,
    scope: access.scope,
    endsAt: access.endsAt,
    createdAt: account.createdAt,
    disabledAt: account.disabledAt,
    mustReset: account.mustReset,
    passwordVersion: account.passwordVersion,
    passwordChangedAt: account.passwordChangedAt,
    passwordEndsAt: account.passwordEndsAt,
    hasSecondFactor: account.totpSecret !== null,
    patient: { emrId: access.emrId, firstName: access.firstName, lastName: access.lastName },
  }))
}

/** More networks than a person tries from. */
const mostAddresses = 50

/** Returns the addresses from which something failed under a user name, the latest first. */
export async function failedAddresses(
  db: Db,
  { licenseeId, login, since }: { licenseeId: string; login: string; since: Date },
): Promise<string[]> {
  const failed = and(
    eq(auditLog.licenseeId, licenseeId),
    gt(auditLog.at, since),
    ne(auditLog.outcome, 'ok'),
    eq(sql`lower(btrim(${auditLog.actor}))`, loginKey(login)),
  )
  const rows = await db
    .select({ address: auditLog.address })
    .from(auditLog)
    .where(failed)
    .groupBy(auditLog.address)
    .orderBy(sql`max(${auditLog.at}) desc`)
    .limit(mostAddresses)
  return rows.map(({ address }) => address)
}

/**
 * Takes an account away from a patient who is somebody else, with everybody whom it has authorized. The account ends,
 * and its user name is free again. Returns the accounts that can no longer act for the patient; none if it is not the
 * patient's own.
 */
export async function unbindAccount(
  tx: Db,
  { licenseeId, patientId, accountId, at }: PatientKey & { accountId: number; at: Date },
): Promise<number[]> {
  const ofPatient = and(eq(authorisations.licenseeId, licenseeId), eq(authorisations.patientId, patientId))
  const isOwn = and(ofPatient, eq(authorisations.accountId, accountId), eq(authorisations.relation, 'self'))
  const own = await tx.delete(authorisations).where(isOwn).returning({ id: authorisations.accountId })
  if (own.length === 0) return []
  const isGranted = and(ofPatient, or(eq(authorisations.createdBy, accountId), eq(authorisations.accountId, accountId)))
  const granted = await tx.delete(authorisations).where(isGranted).returning({ id: authorisations.accountId })
  await tx
    .update(accounts)
    .set({ disabledAt: at, loginKey: sql`'ended account ' || ${accounts.id}` })
    .where(eq(accounts.id, accountId))
  return [...own, ...granted].map(({ id }) => id)
}
