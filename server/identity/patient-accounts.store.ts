import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { accounts, auditLog, authorisations } from '../db/schema.ts'
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
    hasSecondFactor: account.totpSecret !== null,
    patient: { emrId: access.emrId, firstName: access.firstName, lastName: access.lastName },
  }))
}

/** The actions by which people sign in; a row has the account only if that was the last step. */
const signIns = [
  'signIn',
  'choose',
  'switch',
  'enterCode',
  'enterRecoveryCode',
  'passkeySignIn',
  'createAccount',
  'resetPassword',
  'acceptInvitation',
  'joinInvitation',
].map((name) => `action:account.${name}`)

/** Returns when each account signed in last for a patient, from the audit log. */
export async function lastSignIns(db: Db, { licenseeId, patientId }: PatientKey): Promise<Map<number, Date>> {
  const rows = await db
    .select({ accountId: auditLog.accountId, at: sql<string>`max(${auditLog.at})` })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.licenseeId, licenseeId),
        eq(auditLog.patientId, patientId),
        inArray(auditLog.actorKind, ['patient', 'guardian']),
        inArray(auditLog.event, signIns),
        eq(auditLog.outcome, 'ok'),
      ),
    )
    .groupBy(auditLog.accountId)
  return new Map(rows.flatMap(({ accountId, at }) => (accountId === null ? [] : [[accountId, new Date(at)]])))
}
