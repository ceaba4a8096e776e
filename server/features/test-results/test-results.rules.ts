import type { Emr } from '../../gateways/emr/emr.ts'
import type { LaboratoryStatus, TestResult } from '../../gateways/emr/test-results/test-results.ts'

export type Value = NonNullable<Awaited<ReturnType<Emr['testResultValues']>>>['values'][number]

/**
 * Values show at once only if the physician has reviewed the result. Of others the person chooses to see them, by
 * opening the result, or to wait.
 */
export function awaitsChoice({ isPendingReview, isReviewed }: Pick<TestResult, 'isPendingReview' | 'isReviewed'>) {
  return isPendingReview && !isReviewed
}

/** Results that were opened here and that the record server could not be told of yet: when, by id. */
export type OpenedResults = ReadonlyMap<string, Date>

/** A result as the person knows it who has opened it. */
export function asOpened(result: TestResult, opened: OpenedResults): TestResult {
  const at = opened.get(result.id)
  return result.isReviewed || !at ? result : { ...result, isReviewed: true, reviewedAt: at.toISOString() }
}

/** `5.10 mg/dL`, with the digits or the words of the laboratory. */
export function valueText({ text, unit, status }: Pick<Value, 'text' | 'unit' | 'status'>): string {
  return status === 'canceled' ? 'Not measured' : withUnit(text, unit)
}

/** The words of the laboratory, or `70–99 mg/dL`; the limits belong to the range. Empty if it expects nothing. */
export function rangeText({ low, high, referenceText, unit }: Omit<Value, 'value'>): string {
  if (referenceText !== '') return referenceText
  if (low !== undefined && high !== undefined) return withUnit(`${low}–${high}`, unit)
  if (low !== undefined) return `${withUnit(String(low), unit)} or higher`
  if (high !== undefined) return `${withUnit(String(high), unit)} or lower`
  return ''
}

const withUnit = (text: string, unit: string) => (unit === '' ? text : `${text} ${unit}`)

/** What a person reads about a result, or a value of it, that may change or has changed. */
export const statusWords: Readonly<Record<LaboratoryStatus, string | undefined>> = {
  final: undefined,
  preliminary: 'Preliminary',
  corrected: 'Corrected',
  canceled: 'Canceled',
}

const tones = {
  Normal: 'success',
  Low: 'warning',
  High: 'warning',
  Abnormal: 'warning',
  'Critically low': 'error',
  'Critically high': 'error',
} as const satisfies Record<NonNullable<Value['flag']>, string>

/** Words always say it too. */
export function toneOf(flag: Value['flag']) {
  return flag && tones[flag]
}

/** Returns one value for each code: those that can be compared over time. */
export function comparable(values: readonly Value[]): Value[] {
  const byCode = new Map(
    values
      .filter(({ code, status }) => code !== '' && status !== 'canceled')
      .map((value) => [value.code, value] as const),
  )
  return [...byCode.values()]
}

/** Returns the first value that is not as expected, or else the first one. */
export function mostNotable(values: readonly Value[]): Value | undefined {
  return values.find(isNotable) ?? values[0]
}

const mostOverTime = 10

/** Returns the latest values, the newest first, without those of new results that the person has not chosen to see. */
export function latestShown(values: readonly Value[], unseen: readonly TestResult[]): Value[] {
  const hidden = new Set(unseen.filter(awaitsChoice).map(({ id }) => id))
  return values
    .filter(({ resultId, status }) => !hidden.has(resultId) && status !== 'canceled')
    .toReversed()
    .slice(0, mostOverTime)
}

/** A value that can be drawn beside others. */
export type Point = Value & { value: number }

/**
 * Returns what a line can show of values, the earliest first: numbers in the unit of the latest one. Empty if it would be
 * a single point.
 */
export function pointsOf(values: readonly Value[]): Point[] {
  const points = values.filter(
    (each): each is Point => each.value !== undefined && each.takenAt !== '' && each.unit === values[0]?.unit,
  )
  return points.length < 2 ? [] : points.toReversed()
}

/** Whether something says that a value is not as expected. */
export function isNotable({ flag }: Pick<Value, 'flag'>): boolean {
  return flag !== undefined && flag !== 'Normal'
}
