import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { accounts, authorisations, disabledPatients } from '../db/schema.ts'
import type { PatientKey } from '../protocol/principal.ts'

export type Disabling = typeof disabledPatients.$inferSelect

const isOf = ({ licenseeId, patientId }: PatientKey) =>
  and(eq(disabledPatients.licenseeId, licenseeId), eq(disabledPatients.patientId, patientId))

/** Returns since when a patient is disabled, by whom and why; undefined if it is not so. */
export async function disablingOf(db: Db, key: PatientKey): Promise<Disabling | undefined> {
  return (await db.select().from(disabledPatients).where(isOf(key))).at(0)
}

/**
 * Disables a patient: the patient's own account cannot sign in, and nobody else can open the record. Returns false if
 * somebody has done so already.
 */
export async function disablePatient(tx: Db, disabling: Omit<Disabling, 'reportedAt'>): Promise<boolean> {
  const added = await tx
    .insert(disabledPatients)
    .values(disabling)
    .onConflictDoNothing()
    .returning({ patientId: disabledPatients.patientId })
  if (added.length === 0) return false
  await tx
    .update(accounts)
    .set({ disabledAt: disabling.disabledAt })
    .where(and(isOwnAccountOf(disabling), isNull(accounts.disabledAt)))
  return true
}

/** The reverse. Returns false if the patient is not disabled. */
export async function enablePatient(tx: Db, key: PatientKey): Promise<boolean> {
  const removed = await tx
    .delete(disabledPatients)
    .where(isOf(key))
    .returning({ patientId: disabledPatients.patientId })
  if (removed.length === 0) return false
  await tx.update(accounts).set({ disabledAt: null }).where(isOwnAccountOf(key))
  return true
}

/** Notes that the record server has taken the disabling of that time. */
export async function markReported(
  db: Db,
  { disabledAt, at, ...key }: PatientKey & { disabledAt: Date; at: Date },
): Promise<void> {
  await db
    .update(disabledPatients)
    .set({ reportedAt: at })
    .where(and(isOf(key), eq(disabledPatients.disabledAt, disabledAt)))
}

function isOwnAccountOf({ licenseeId, patientId }: PatientKey) {
  return sql`${accounts.id} in (select ${authorisations.accountId} from ${authorisations}
    where ${authorisations.licenseeId} = ${licenseeId} and ${authorisations.patientId} = ${patientId}
      and ${authorisations.relation} = 'self')`
}
