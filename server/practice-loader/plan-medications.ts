import { lookUp, spelled } from './bundle-index.ts'
import type { CodeableConcept } from './fhir/parts.ts'
import type { MedicationRequest } from './fhir/medications.ts'
import type { PlannedMedication } from './load-plan.ts'
import { dosageText, medicationOf } from './medication-words.ts'
import { entriesOf, firstName, leaveOut, resolve, type EntryOf, type Reading } from './reading.ts'
import { isFullDate } from './written-instant.ts'

type Request = EntryOf<MedicationRequest>

/** Nobody has ordered these. */
const SUGGESTIONS = ['proposal', 'plan', 'option']

/** Creates what patients take from active requests. */
export function planMedications(reading: Reading): PlannedMedication[] {
  return entriesOf(reading, 'MedicationRequest').flatMap((entry) => planMedication(reading, entry) ?? [])
}

function planMedication(reading: Reading, entry: Request): PlannedMedication | undefined {
  const { status, intent = 'order', authoredOn, subject, dosageInstruction = [] } = entry.resource
  if (status !== 'active') return out(reading, entry, `that is ${status}`)
  if (SUGGESTIONS.includes(intent)) return out(reading, entry, `that is a ${intent}`)
  const pointer = `${entry.pointer}/subject`
  const patient = resolve(reading, subject, { pointer, types: ['Patient'] })
  if (!patient) return out(reading, entry, 'without a patient that was loaded')
  const { name, strength } = medicationOf(codeOf(reading, entry))
  if (name === '') return out(reading, entry, 'without a name')
  if (!isFullDate(authoredOn)) return out(reading, entry, 'without a full date')
  return { sourceId: firstName(entry), patient, name, strength, dosage: dosageText(dosageInstruction), authoredOn }
}

function out(reading: Reading, entry: Request, reason: string): undefined {
  leaveOut(reading, entry, `MedicationRequest ${reason}`)
}

function codeOf({ index }: Reading, { resource }: Request): CodeableConcept | undefined {
  const { medicationCodeableConcept, medicationReference: { reference = '' } = {}, contained = [] } = resource
  if (medicationCodeableConcept) return medicationCodeableConcept
  if (reference.startsWith('#')) return contained.find(({ id }) => id === reference.slice(1))?.code
  const target = reference === '' ? undefined : lookUp(index, spelled(reference))?.resource
  return target?.resourceType === 'Medication' ? target.code : undefined
}
