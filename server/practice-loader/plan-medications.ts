import { lookUp, spelled } from './bundle-index.ts'
import type { CodeableConcept } from './fhir/parts.ts'
import type { MedicationRequest, MedicationStatement } from './fhir/medications.ts'
import type { PlannedMedication } from './load-plan.ts'
import { dosageText, medicationOf } from './medication-words.ts'
import { folded } from './plain-text.ts'
import { entriesOf, firstName, leaveOut, resolve, type EntryOf, type Reading } from './reading.ts'
import { isFullDate } from './written-instant.ts'

type Request = EntryOf<MedicationRequest>
type Statement = EntryOf<MedicationStatement>

/** Nobody has ordered these. */
const SUGGESTIONS = ['proposal', 'plan', 'option']

/** Creates what patients take from active requests, and from active statements of what no request gives. */
export function planMedications(reading: Reading): PlannedMedication[] {
  const planned = entriesOf(reading, 'MedicationRequest').flatMap((entry) => planRequest(reading, entry) ?? [])
  for (const entry of entriesOf(reading, 'MedicationStatement')) {
    const medication = planStatement(reading, entry)
    if (!medication) continue
    if (planned.some((other) => gives(other, medication))) out(reading, entry, 'of a medication that is there already')
    else planned.push(medication)
  }
  return planned
}

function planRequest(reading: Reading, entry: Request): PlannedMedication | undefined {
  const { status, intent = 'order', doNotPerform, authoredOn, dosageInstruction = [] } = entry.resource
  if (status !== 'active') return out(reading, entry, `that is ${status}`)
  if (SUGGESTIONS.includes(intent)) return out(reading, entry, `that is a ${intent}`)
  if (doNotPerform) return out(reading, entry, 'not to take it')
  const dosage = dosageText(dosageInstruction)
  return planMedication(reading, entry, { authoredOn, dosage, isStated: false })
}

function planStatement(reading: Reading, entry: Statement): PlannedMedication | undefined {
  const { status, dateAsserted, effectiveDateTime, effectivePeriod, dosage = [] } = entry.resource
  if (status !== 'active') return out(reading, entry, `that is ${status}`)
  const dates = [effectiveDateTime, effectivePeriod?.start, dateAsserted]
  const authoredOn = dates.find((date) => isFullDate(date))
  return planMedication(reading, entry, { authoredOn, dosage: dosageText(dosage), isStated: true })
}

type Instruction = Pick<PlannedMedication, 'dosage' | 'isStated'> & { authoredOn: string | undefined }

function planMedication(
  reading: Reading,
  entry: Request | Statement,
  { authoredOn, dosage, isStated }: Instruction,
): PlannedMedication | undefined {
  const at = { pointer: `${entry.pointer}/subject`, types: ['Patient' as const] }
  const patient = resolve(reading, entry.resource.subject, at)
  if (!patient) return out(reading, entry, 'without a patient that was loaded')
  const { name, strength } = medicationOf(codeOf(reading, entry))
  if (name === '') return out(reading, entry, 'without a name')
  if (!isFullDate(authoredOn)) return out(reading, entry, 'without a full date')
  return { sourceId: firstName(entry), patient, name, strength, dosage, authoredOn, isStated }
}

/** A statement often names no strength. */
function gives(one: PlannedMedication, { patient, name, strength }: PlannedMedication): boolean {
  if (one.patient !== patient || folded(one.name) !== folded(name)) return false
  return strength === '' || folded(one.strength) === folded(strength)
}

function out(reading: Reading, entry: Request | Statement, reason: string): undefined {
  leaveOut(reading, entry, `${entry.type} ${reason}`)
}

function codeOf({ index }: Reading, { resource }: Request | Statement): CodeableConcept | undefined {
  const { medicationCodeableConcept, medicationReference: { reference = '' } = {}, contained = [] } = resource
  if (medicationCodeableConcept) return medicationCodeableConcept
  if (reference.startsWith('#')) return contained.find(({ id }) => id === reference.slice(1))?.code
  const target = reference === '' ? undefined : lookUp(index, spelled(reference))?.resource
  return target?.resourceType === 'Medication' ? target.code : undefined
}
