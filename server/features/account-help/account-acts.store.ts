import { and, desc, eq } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import type { PatientKey } from '../../protocol/principal.ts'
import { accountActs } from './schema.ts'

export type AccountAct = typeof accountActs.$inferSelect

export async function addAct(tx: Db, act: Omit<AccountAct, 'id'>): Promise<void> {
  await tx.insert(accountActs).values(act)
}

/** What the page of a patient lists. */
const mostShown = 20

/** Returns what was done for the account of a patient, the latest first. */
export function actsOf(db: Db, { licenseeId, patientId }: PatientKey): Promise<AccountAct[]> {
  return db
    .select()
    .from(accountActs)
    .where(and(eq(accountActs.licenseeId, licenseeId), eq(accountActs.patientId, patientId)))
    .orderBy(desc(accountActs.doneAt), desc(accountActs.id))
    .limit(mostShown)
}
