import type { Emr } from '../../gateways/emr/emr.ts'
import type { TestResult } from '../../gateways/emr/test-results/test-results.ts'

export type Value = NonNullable<Awaited<ReturnType<Emr['testResultValues']>>>['values'][number]

/**
 * Values show at once only if the physician has reviewed the result. Of others the person chooses to see them, by
 * opening the result, or to wait.
 */
export function awaitsChoice({ isPendingReview, isReviewed }: Pick<TestResult, 'isPendingReview' | 'isReviewed'>) {
  return isPendingReview && !isReviewed
}

/** `112 mg/dL`, or the words of the laboratory. */
export function valueText({ value, text, unit }: Pick<Value, 'value' | 'text' | 'unit'>): string {
  return withUnit(value === undefined ? text : String(value), unit)
}

/** `70–99 mg/dL`; the limits belong to the range. Empty if the laboratory expects nothing. */
export function rangeText({ low, high, referenceText, unit }: Omit<Value, 'value'>): string {
  if (low !== undefined && high !== undefined) return withUnit(`${low}–${high}`, unit)
  if (low !== undefined) return `${withUnit(String(low), unit)} or higher`
  if (high !== undefined) return `${withUnit(String(high), unit)} or lower`
  return referenceText
}

const withUnit = (text: string, unit: string) => (unit === '' ? text : `${text} ${unit}`)

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
  const byCode = new Map(values.filter(({ code }) => code !== '').map((value) => [value.code, value] as const))
  return [...byCode.values()]
}

/** Returns the first value that is not as expected, or else the first one. */
export function mostNotable(values: readonly Value[]): Value | undefined {
  return values.find(({ flag }) => flag !== undefined && flag !== 'Normal') ?? values[0]
}

const mostOverTime = 10

/** Returns the latest values, the newest first, without those of results that the person has not chosen to see. */
export function latestShown(values: readonly Value[], results: readonly TestResult[]): Value[] {
  const shown = new Set(results.filter((result) => !awaitsChoice(result)).map(({ id }) => id))
  return values
    .filter(({ resultId }) => shown.has(resultId))
    .toReversed()
    .slice(0, mostOverTime)
}
