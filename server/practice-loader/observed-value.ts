import type { ObservationFlag, ResultStatus } from '../sandbox/areas/test-results/test-results.store.ts'
import { wordsOf } from './contact.ts'
import type { CodeableConcept } from './fhir/parts.ts'
import type { Measurement, Observation, Quantity } from './fhir/results.ts'
import type { PlannedObservation } from './load-plan.ts'
import { plainText } from './plain-text.ts'
import { amountOf, unitOf } from './quantity-words.ts'
import { usualRange, type Subject } from './reference-range.ts'
import { sentNumber } from './sent-number.ts'
import { valueWords } from './value-words.ts'

const CODE_LIMIT = 50

type Observed = Omit<PlannedObservation, 'takenAt'>

interface Observing extends Subject {
  status: ResultStatus
}

/**
 * Converts what was measured, without its time: the value of an observation, then those of its components (the two of a
 * blood pressure). What has no value that can be shown is missing.
 */
export function observedValues({ component = [], ...own }: Observation, observing: Observing): Observed[] {
  const components = component.flatMap((one) => observedValue(one, observing) ?? [])
  const value = observedValue(own, observing)
  const isMeasured = value !== undefined && value.status !== 'cancelled'
  return value && (isMeasured || components.length === 0) ? [value, ...components] : components
}

/** What the laboratory cancelled, or says why it is absent, has neither a number nor a flag. */
export function observedValue(measurement: Measurement, { status, ...subject }: Observing): Observed | undefined {
  const measured = status === 'cancelled' ? undefined : measuredIn(measurement)
  const unit = measured?.unit ?? unitOf(measurement.valueQuantity ?? {})
  const test = { ...testOf(measurement), ...usualRange(measurement.referenceRange ?? [], unit, subject) }
  if (measured) return { ...test, ...measured, flag: flagOf(measurement.interpretation), status }
  if (status !== 'cancelled' && !measurement.dataAbsentReason) return undefined
  return { ...test, value: null, valueText: '', unit, flag: '', status: 'cancelled' }
}

function testOf({ code: concept }: Measurement) {
  const code = codeOf(concept)
  return { code, name: wordsOf(concept ? [concept] : []) || code || 'Test' }
}

type Measured = Pick<PlannedObservation, 'value' | 'valueText' | 'unit'>

function measuredIn(measurement: Measurement): Measured | undefined {
  const { valueQuantity: quantity, valueInteger: integer } = measurement
  if (quantity?.value !== undefined) return measuredQuantity(quantity, quantity.value)
  if (integer !== undefined) return { value: integer, valueText: String(integer), unit: '' }
  const valueText = valueWords(measurement)
  return valueText ? { value: null, valueText, unit: '' } : undefined
}

function measuredQuantity(quantity: Quantity, value: number): Measured {
  const unit = unitOf(quantity)
  if (quantity.comparator) return { value: null, valueText: amountOf(quantity), unit }
  const sent = sentNumber({ ...quantity, value })
  return { value: sent.value, valueText: sent.digits, unit }
}

/** The code of LOINC, otherwise the first; what has one code is compared over time. */
function codeOf({ coding = [] }: CodeableConcept = {}): string {
  const loinc = coding.find(({ system, code }) => system === 'http://loinc.org' && code)
  return plainText((loinc ?? coding.find(({ code }) => code))?.code, CODE_LIMIT)
}

/** Codes of HL7 table 0078; those that no record server has become the nearest. */
const FLAGS: Readonly<Record<string, ObservationFlag>> = {
  N: 'N',
  L: 'L',
  H: 'H',
  LL: 'LL',
  HH: 'HH',
  A: 'A',
  AA: 'A',
  LU: 'LL',
  HU: 'HH',
}

function flagOf(interpretation: CodeableConcept[] | undefined): ObservationFlag {
  const codes = (interpretation ?? []).flatMap(({ coding = [] }) => coding.map(({ code = '' }) => code))
  return codes.map((code) => (Object.hasOwn(FLAGS, code) ? FLAGS[code] : undefined)).find(Boolean) ?? ''
}
