import { DateTime } from 'luxon'
import { wordsOf } from './contact.ts'
import type { Measurement } from './fhir/results.ts'
import { plainText } from './plain-text.ts'
import { amountOf, limitWords, quantityWords, unitOf } from './quantity-words.ts'
import { isFullDate } from './written-instant.ts'

const TEXT_LIMIT = 500

/** Returns a value that is no number in words; empty if there is none, or if it is a curve. */
export function valueWords(measurement: Measurement): string {
  const { valueBoolean: boolean, valueCodeableConcept: concept, valuePeriod: period } = measurement
  if (boolean !== undefined) return boolean ? 'Yes' : 'No'
  const words = [
    plainText(measurement.valueString, TEXT_LIMIT),
    wordsOf(concept ? [concept] : []),
    rangeWords(measurement.valueRange ?? {}),
    ratioWords(measurement.valueRatio ?? {}),
    plainText(measurement.valueTime),
    timeWords(measurement.valueDateTime),
    [period?.start, period?.end].filter(Boolean).map(timeWords).join(' to '),
  ]
  return words.find((text) => text !== '') ?? ''
}

function rangeWords({ low = {}, high = {} }: NonNullable<Measurement['valueRange']>): string {
  if (unitOf(low) !== unitOf(high) && amountOf(low) && amountOf(high))
    return `${quantityWords(low)} to ${quantityWords(high)}`
  return limitWords({ low: amountOf(low), high: amountOf(high) }, unitOf(amountOf(low) ? low : high))
}

/** `1:128`, or `5 mg : 2 mL`; half a ratio is none. */
function ratioWords({ numerator = {}, denominator = {} }: NonNullable<Measurement['valueRatio']>): string {
  const [above, below] = [quantityWords(numerator), quantityWords(denominator)]
  if (above === '' || below === '') return ''
  return unitOf(numerator) || unitOf(denominator) ? `${above} : ${below}` : `${above}:${below}`
}

/** `January 15, 2020, 9:05 AM`, at the hour that was written; a month or a year as it is. */
function timeWords(written = ''): string {
  if (!isFullDate(written)) return written
  const time = DateTime.fromISO(written, { setZone: true, locale: 'en-US' })
  return time.toFormat(written.includes('T') ? 'MMMM d, yyyy, h:mm a' : 'MMMM d, yyyy')
}
