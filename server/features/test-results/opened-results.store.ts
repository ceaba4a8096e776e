import { and, eq } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import type { OpenedResults } from './test-results.rules.ts'
import { openedResults } from './schema.ts'

export interface OfPatient {
  licenseeId: string
  patientId: string
}
interface OpenedResult extends OfPatient {
  resultId: string
}

const { licenseeId, patientId, resultId, openedAt } = openedResults
const ofPatient = (of: OfPatient) => and(eq(licenseeId, of.licenseeId), eq(patientId, of.patientId))

/** The first time counts. */
export async function keepOpened(db: Db, row: OpenedResult & { openedAt: Date }): Promise<void> {
  await db.insert(openedResults).values(row).onConflictDoNothing()
}

export async function openedOf(db: Db, patient: OfPatient): Promise<OpenedResults> {
  const rows = await db.select({ resultId, openedAt }).from(openedResults).where(ofPatient(patient))
  return new Map(rows.map((row) => [row.resultId, row.openedAt]))
}

export async function forgetOpened(db: Db, opened: OpenedResult): Promise<void> {
  await db.delete(openedResults).where(and(ofPatient(opened), eq(resultId, opened.resultId)))
}
