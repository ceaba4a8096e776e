import { addTestResults, type NewTestResult } from '../sandbox/areas/test-results/add-test-results.ts'
import type { Count } from './file-report.ts'
import type { PlannedTestResult } from './load-plan.ts'
import { numberOf, type Writing } from './source-names.ts'
import { readOrigins, shifted, shiftedDay, type TestOrigin } from './test-origins.ts'

/** Files do not say what patients have read: every result is new to them. */
export async function writeTestResults(writing: Writing, rows: PlannedTestResult[], shiftDays: number): Promise<Count> {
  if (rows.length === 0) return { fresh: 0, known: 0 }
  const origins = await readOrigins(writing, rows)
  const results = origins.flatMap((origin, at) => {
    const row = rows[at]
    return row ? [newResult(row, { patientN: numberOf(writing, 'patient', row.patient) ?? 0, origin, shiftDays })] : []
  })
  const fresh = await addTestResults(writing.tx, writing.practice, results)
  return { fresh, known: rows.length - fresh }
}

function newResult(
  { sourceId, testType, takenOn, releasedAt, conclusion, status, hasDocument, pdf, values }: PlannedTestResult,
  { patientN, origin, shiftDays }: { patientN: number; origin: TestOrigin; shiftDays: number },
): NewTestResult {
  const shift = { zone: origin.zone, days: shiftDays }
  const moved = (instant: string) => shifted(instant, shift).toUTC().toISO() ?? instant
  return {
    patientN,
    sourceId,
    testType,
    physician: `${origin.firstName} ${origin.lastName}`.trim(),
    day: shiftedDay(takenOn, shift),
    releasedAt: moved(releasedAt),
    isPendingReview: false,
    acknowledgedAt: null,
    annotation: '',
    conclusion,
    status,
    hasDocument,
    pdf,
    observations: values.map(({ source: _source, ...value }) => ({ ...value, takenAt: moved(value.takenAt) })),
  }
}
