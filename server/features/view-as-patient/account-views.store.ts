import { and, desc, eq } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import type { PatientKey } from '../../protocol/principal.ts'
import { accountViews } from './schema.ts'

export async function insertView(db: Db, view: Omit<typeof accountViews.$inferInsert, 'id'>): Promise<void> {
  await db.insert(accountViews).values(view)
}

/** Returns the latest views of a patient's account, the newest first, at most `most`. */
export async function latestViews(
  db: Db,
  { licenseeId, patientId, most }: PatientKey & { most: number },
): Promise<(typeof accountViews.$inferSelect)[]> {
  return db
    .select()
    .from(accountViews)
    .where(and(eq(accountViews.licenseeId, licenseeId), eq(accountViews.patientId, patientId)))
    .orderBy(desc(accountViews.beganAt), desc(accountViews.id))
    .limit(most)
}
