import { wordsOf } from './contact.ts'
import type { Dosage } from './fhir/medications.ts'
import type { CodeableConcept } from './fhir/parts.ts'
import { plainText, writtenText } from './plain-text.ts'

/** The longest name that the portal accepts from a record server. */
const NAME_LIMIT = 500
const DOSAGE_LIMIT = 10_000

/** `0.125 MG`, `0.044 MG/ACTUAT`, `5 MG/ML`. Volumes and counts, such as `120 ACTUAT`, are no strength. */
const STRENGTH = /(?<![\w.])\d+(?:\.\d+)? ?(?:MG|MCG|UG|G|UNT|MEQ|MMOL|%)(?:\/(?:\d+(?:\.\d+)? ?)?[A-Z]+)?(?![\w])/gi
/** RxNorm puts the number of an approval before some names. */
const APPROVAL = /^NDA\d+ /

/** Splits a name of RxNorm: `Digoxin 0.125 MG Oral Tablet` is `Digoxin Oral Tablet`, `0.125 MG`. */
export function nameAndStrength(written: string): { name: string; strength: string } {
  const text = plainText(written).replace(APPROVAL, '')
  const name = plainText(text.replace(STRENGTH, ''))
  if (name === '') return { name: text, strength: '' }
  return { name, strength: (text.match(STRENGTH) ?? []).join(' / ') }
}

/**
 * Returns both as they were written where a coding without a code gives the name alone, as in the export of the portal.
 * Otherwise splits the name that the file gives.
 */
export function medicationOf(code: CodeableConcept | undefined): { name: string; strength: string } {
  const [first] = code?.coding ?? []
  const text = writtenText(code?.text, 2 * NAME_LIMIT)
  const name = writtenText(first?.display, NAME_LIMIT)
  if (first?.code === undefined && name !== '' && (text === name || text.startsWith(`${name} `)))
    return { name, strength: writtenText(text.slice(name.length), NAME_LIMIT) }
  return nameAndStrength(wordsOf(code ? [code] : []))
}

const units: Record<string, string> = { h: 'hour', d: 'day', wk: 'week', mo: 'month' }

/** Returns what the file says in words, otherwise words for its numbers, an instruction to a line; may be empty. */
export function dosageText(instructions: readonly Dosage[]): string {
  const lines = instructions.map(
    (dosage) =>
      writtenText(dosage.text, DOSAGE_LIMIT) ||
      writtenText(dosage.patientInstruction, DOSAGE_LIMIT) ||
      numbersText(dosage),
  )
  return writtenText(lines.filter((line) => line !== '').join('\n'), DOSAGE_LIMIT)
}

function numbersText(dosage: Dosage): string {
  const parts = [doseText(dosage), frequencyText(dosage), dosage.asNeededBoolean ? 'as needed' : '']
  const text = parts.filter((part) => part !== '').join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function doseText({ doseAndRate = [] }: Dosage): string {
  const { value, unit } = doseAndRate[0]?.doseQuantity ?? {}
  if (value === undefined) return ''
  return unit === undefined ? `dose ${value}` : plainText(`${value} ${unit}`)
}

function frequencyText({ timing }: Dosage): string {
  const { frequency, period, periodUnit = '' } = timing?.repeat ?? {}
  const unit = units[periodUnit]
  if (frequency === undefined || period === undefined || unit === undefined) return ''
  const times = frequency === 1 ? 'once' : `${frequency} times`
  return period === 1 ? `${times} every ${unit}` : `${times} every ${period} ${unit}s`
}
