import { randomUUID } from 'node:crypto'
import type { Db } from '../../../db/open.ts'
import { Refusal } from '../../refusal.ts'
import { firstRow } from '../../../db/rows.ts'
import { sql } from 'drizzle-orm'
import { randomFrom } from '../../seed/random.ts'
import { addTestResults } from './add-test-results.ts'
import { lipids } from './test-panels.ts'
import { valuesOf } from './test-results.seed.ts'
import { htmlOf } from '../../text-as-html.ts'

interface Release {
  practice: string
  patientN: number
  /** The physician's message, plain text; empty if the physician has not reviewed the result. */
  text: string
  now: number
}

/** Releases a lipid panel to a patient, as a laboratory does. */
export async function releaseResult(db: Db, { practice, patientN, text, now }: Release): Promise<void> {
  const at = new Date(now).toISOString()
  const patient = await firstRow(
    db,
    sql`select 1 from patients where practice = ${practice} and patient_n = ${patientN}`,
  )
  if (!patient) throw new Refusal(404, 'There is no such patient.')
  await addTestResults(db, practice, [
    {
      patientN,
      sourceId: randomUUID(),
      testType: lipids.name,
      physician: '',
      day: at.slice(0, 10),
      releasedAt: at,
      isPendingReview: text.trim() === '',
      acknowledgedAt: null,
      annotation: text.trim() === '' ? '' : htmlOf(text),
      conclusion: '',
      hasDocument: true,
      pdf: null,
      observations: valuesOf({ daysAgo: 0, panel: lipids }, randomFrom(now)).map((value) => ({
        ...value,
        takenAt: at,
      })),
    },
  ])
}
