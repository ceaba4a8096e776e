import { addClinicalDocuments } from '../sandbox/areas/clinical-documents/add-clinical-documents.ts'
import type { Count } from './file-report.ts'
import type { PlannedDocument } from './load-plan.ts'
import { numberOf, type Writing } from './source-names.ts'
import { readOrigins, shiftedDay } from './test-origins.ts'

/** What a patient has already stays as it is. */
export async function writeClinicalDocuments(
  writing: Writing,
  rows: PlannedDocument[],
  shiftDays: number,
): Promise<Count> {
  if (rows.length === 0) return { fresh: 0, known: 0 }
  const origins = await readOrigins(writing, rows)
  const documents = rows.map(({ patient, category, writtenOn, isComplete, digest, lines, pdf }, at) => ({
    patientN: numberOf(writing, 'patient', patient) ?? 0,
    category,
    day: shiftedDay(writtenOn, { zone: origins[at]?.zone ?? 'utc', days: shiftDays }),
    isComplete,
    digest,
    content: lines && [{ heading: '', paragraphs: lines }],
    pdf,
  }))
  const fresh = await addClinicalDocuments(writing.tx, writing.practice, documents)
  return { fresh, known: rows.length - fresh }
}
