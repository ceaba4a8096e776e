import type { Db } from '../../../db/open.ts'
import { addDays, instantAt } from '../../local-time.ts'
import type { DemoPractice } from '../../seed/demo-practice.ts'
import { randomFrom, type Random } from '../../seed/random.ts'
import { addTestResults, type NewTestResult } from './add-test-results.ts'
import { plannedResults, type PlannedResult } from './planned-results.ts'
import type { StoredObservation } from './test-results.store.ts'

type Place = Pick<DemoPractice, 'plan' | 'now' | 'today'> & { random: Random }

/** Results of two years, of the few people who have any. */
export async function seedTestResults(db: Db, { plan, now, today }: DemoPractice): Promise<void> {
  const place: Place = { plan, now, today, random: randomFrom(plan.randomSeed + 9) }
  const own = plannedResults.filter(({ person }) => person.practice === plan.practice)
  const results = own.flatMap(({ person: { patientN }, results: planned }) =>
    planned.map((result, at) => ({ patientN, sourceId: `demo/${at + 1}`, ...resultOf(result, place) })),
  )
  await addTestResults(db, plan.practice, results)
}

const usualMessage = '<p>Everything is as expected. Call us if you have questions.</p>'

function resultOf(
  planned: PlannedResult,
  { plan, now, today, random }: Place,
): Omit<NewTestResult, 'patientN' | 'sourceId'> {
  const { daysAgo, panel, name, annotation = usualMessage, conclusion = '', status } = planned
  const { isUnread = false, isPendingReview = false, hasDocument = true } = planned
  const day = addDays(today, -daysAgo)
  const at = (days: number, minute: number) =>
    new Date(Math.min(instantAt(plan.timeZone, addDays(day, days), minute), now)).toISOString()
  const physician = random.pick(plan.providers)
  const takenAt = at(0, 8 * 60 + 10)
  return {
    testType: name ?? panel?.name ?? '',
    physician: `${physician.firstName} ${physician.lastName}`,
    day,
    releasedAt: at(0, 9 * 60),
    isPendingReview,
    acknowledgedAt: isUnread ? null : at(1, 18 * 60 + 30),
    annotation,
    conclusion,
    ...(status ? { status } : {}),
    hasDocument,
    pdf: null,
    observations: valuesOf(planned, random).map((value) => ({ ...value, takenAt })),
  }
}

/** Draws what the plan does not name. */
export function valuesOf(
  { panel, values = {}, flags = {}, text, cancelled = [] }: PlannedResult,
  random: Random,
): StoredObservation[] {
  if (text) return [textValue(text)]
  return (panel?.analytes ?? []).map(({ code, name, unit, low, high, decimals, usual: [least, most] }) => {
    const value = values[code] ?? Number((least + random.next() * (most - least)).toFixed(decimals))
    const flag = flags[code] ?? (panel?.isFlagged ? flagOf(value, { low, high }) : '')
    const common = { code, name, unit, low, high, referenceText: '' }
    if (cancelled.includes(code)) return { ...common, value: null, valueText: '', flag: '', status: 'cancelled' }
    return { ...common, value, valueText: value.toFixed(decimals), flag }
  })
}

const textValue = ({ name, text, expected }: NonNullable<PlannedResult['text']>): StoredObservation => ({
  code: '',
  name,
  value: null,
  valueText: text,
  unit: '',
  low: null,
  high: null,
  referenceText: expected,
  flag: text === expected ? 'N' : 'A',
})

function flagOf(value: number, { low, high }: { low: number | null; high: number | null }): StoredObservation['flag'] {
  if (low !== null && value < low) return 'L'
  return high !== null && value > high ? 'H' : 'N'
}
