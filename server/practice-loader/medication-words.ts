import type { Dosage } from './fhir/medications.ts'
import { plainText } from './plain-text.ts'

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

const units: Record<string, string> = { h: 'hour', d: 'day', wk: 'week', mo: 'month' }

/** Returns what the file says in words, otherwise words for its numbers; empty if it says nothing. */
export function dosageText(instructions: readonly Dosage[]): string {
  const each = instructions.map((dosage) => {
    const written = plainText(dosage.text) || plainText(dosage.patientInstruction)
    if (written !== '') return written
    const parts = [doseText(dosage), frequencyText(dosage), dosage.asNeededBoolean ? 'as needed' : '']
    return parts.filter((part) => part !== '').join(', ')
  })
  const text = plainText(each.filter((words) => words !== '').join('; '))
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
