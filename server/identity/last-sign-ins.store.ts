import { and, eq, inArray, like, sql, type SQL } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { auditLog } from '../db/schema.ts'
import type { PatientKey } from '../protocol/principal.ts'

/** The actions by which people sign in; a row has the account only if that was the last step. */
const signIns = [
  'signIn',
  'adminSignIn',
  'choose',
  'switch',
  'enterCode',
  'enterRecoveryCode',
  'passkeySignIn',
  'createAccount',
  'resetPassword',
  'acceptInvitation',
  'joinInvitation',
  'acceptStaffInvitation',
].map((name) => `action:account.${name}`)

/** Returns when each account signed in last for a patient, by account, from the audit log. */
export function lastSignIns(db: Db, { licenseeId, patientId }: PatientKey): Promise<Map<number, Date>> {
  const forPatient = and(eq(auditLog.patientId, patientId), inArray(auditLog.actorKind, ['patient', 'guardian']))
  return latest(db, and(eq(auditLog.licenseeId, licenseeId), forPatient))
}

/** Returns when each of these members of the staff signed in last, by account. */
export async function lastStaffSignIns(db: Db, accountIds: readonly number[]): Promise<Map<number, Date>> {
  if (accountIds.length === 0) return new Map()
  // As the condition of the index of migration 33.
  const ofStaff = and(eq(auditLog.actorKind, 'admin'), like(auditLog.event, sql`'action:account.%'`))
  return latest(db, and(inArray(auditLog.accountId, [...accountIds]), ofStaff))
}

async function latest(db: Db, whose: SQL | undefined): Promise<Map<number, Date>> {
  const rows = await db
    .select({ accountId: auditLog.accountId, at: sql<string>`max(${auditLog.at})` })
    .from(auditLog)
    .where(and(whose, inArray(auditLog.event, signIns), eq(auditLog.outcome, 'ok')))
    .groupBy(auditLog.accountId)
  return new Map(rows.flatMap(({ accountId, at }) => (accountId === null ? [] : [[accountId, new Date(at)]])))
}
