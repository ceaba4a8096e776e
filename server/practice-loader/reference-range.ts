import { DateTime, type DurationUnit } from 'luxon'
import type { CodeableConcept } from './fhir/parts.ts'
import type { Quantity, ReferenceRange } from './fhir/results.ts'
import type { PlannedObservation } from './load-plan.ts'
import { folded, plainText } from './plain-text.ts'
import { amountOf, limitWords, unitOf } from './quantity-words.ts'
import { isFullDate } from './written-instant.ts'

/** Whose specimen was examined, and when it was taken. Without a gender or a birth date, no range for one fits. */
export interface Subject {
  gender?: string
  birthDate?: string
  /** A day, or an instant. */
  takenOn: string
}

type Limits = Pick<PlannedObservation, 'low' | 'high' | 'referenceText'>

const TEXT_LIMIT = 500
const NO_LIMITS: Limits = { low: null, high: null, referenceText: '' }

/**
 * Returns the usual range that fits the patient; one for the patient's sex and age before one for everybody. Several
 * that fit equally well become words, because a limit of one of them may be wrong.
 */
export function usualRange(ranges: readonly ReferenceRange[], unit: string, subject: Subject): Limits {
  const fitting = ranges.filter((range) => isUsual(range) && fits(range, subject))
  const most = Math.max(...fitting.map(conditions))
  const closest = fitting.filter((range) => conditions(range) === most).map((range) => limitsOf(range, unit))
  const byWords = new Map(closest.map((limits) => [wordsOfLimits(limits, unit), limits]))
  byWords.delete('')
  const [first = NO_LIMITS, ...others] = byWords.values()
  if (others.length === 0) return first
  return { ...NO_LIMITS, referenceText: plainText([...byWords.keys()].join('; '), TEXT_LIMIT) }
}

const isUsual = ({ type }: ReferenceRange) =>
  type === undefined || (type.coding ?? []).some(({ code }) => code === 'normal')

const conditions = ({ appliesTo = [], age }: ReferenceRange) => (appliesTo.length > 0 ? 1 : 0) + (age ? 1 : 0)

/** A range for people of whom the loader knows nothing, such as pregnant women, fits nobody. */
const fits = ({ appliesTo = [], age }: ReferenceRange, subject: Subject) =>
  appliesTo.every((group) => sexOf(group) !== undefined && sexOf(group) === subject.gender) &&
  (age === undefined || isAged(age, subject))

/** Codes of HL7 and of SNOMED CT, and words. */
const SEXES = new Map(
  Object.entries({
    m: 'male',
    male: 'male',
    males: 'male',
    men: 'male',
    '248153007': 'male',
    f: 'female',
    female: 'female',
    females: 'female',
    women: 'female',
    '248152002': 'female',
  }),
)

function sexOf({ text, coding = [] }: CodeableConcept): string | undefined {
  const names = [...coding.flatMap(({ code, display }) => [code, display]), text].map((name) => folded(name ?? ''))
  return names.map((name) => SEXES.get(name)).find(Boolean)
}

/** Codes of UCUM, and words. */
const UNITS = new Map<string, DurationUnit>(
  Object.entries({
    a: 'years',
    yr: 'years',
    year: 'years',
    years: 'years',
    mo: 'months',
    month: 'months',
    months: 'months',
    wk: 'weeks',
    week: 'weeks',
    weeks: 'weeks',
    d: 'days',
    day: 'days',
    days: 'days',
  } as const),
)

function isAged({ low, high }: NonNullable<ReferenceRange['age']>, { birthDate, takenOn }: Subject): boolean {
  if (!isFullDate(birthDate)) return false
  const [born, taken] = [birthDate, takenOn.slice(0, 'yyyy-MM-dd'.length)].map((day) =>
    DateTime.fromISO(day, { zone: 'utc' }),
  )
  const isWithin = (limit: Quantity | undefined, compare: (age: number, limit: number) => boolean) => {
    if (limit?.value === undefined) return true
    const unit = [limit.code, limit.unit].map((name) => UNITS.get(folded(name ?? ''))).find(Boolean)
    return !!unit && !!born && !!taken && compare(Math.floor(taken.diff(born, unit).as(unit)), limit.value)
  }
  return isWithin(low, (age, least) => age >= least) && isWithin(high, (age, most) => age <= most)
}

/** Limits in another unit than that of the value are left out. The digits of the others are kept in words. */
function limitsOf({ low, high, text }: ReferenceRange, unit: string): Limits {
  const inUnit = (limit: Quantity | undefined) =>
    limit?.value === undefined || ![unit, ''].includes(unitOf(limit)) ? null : { amount: amountOf(limit), ...limit }
  const [least, most] = [inUnit(low), inUnit(high)]
  const numbers = { low: least?.value ?? null, high: most?.value ?? null }
  const isRange = numbers.low === null || numbers.high === null || numbers.low <= numbers.high
  if (!isRange) return { ...NO_LIMITS, referenceText: plainText(text) }
  const isShortened = [least, most].some((limit) => limit && limit.amount !== String(limit.value))
  const sent = isShortened ? limitWords({ low: least?.amount, high: most?.amount }, unit) : ''
  return { ...numbers, referenceText: plainText(text) || sent }
}

const wordsOfLimits = ({ low, high, referenceText }: Limits, unit: string) =>
  referenceText || limitWords({ low: low?.toString(), high: high?.toString() }, unit)
