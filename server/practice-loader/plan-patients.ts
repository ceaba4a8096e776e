import { identifierNames, namesOf } from './bundle-index.ts'
import { phoneOf, postalAddress } from './contact.ts'
import type { Identifier } from './fhir/parts.ts'
import type { Patient } from './fhir/resource.ts'
import type { PlannedPatient } from './load-plan.ts'
import { personName, type PersonName } from './person-name.ts'
import { plainText } from './plain-text.ts'
import { entriesOf, leaveOut, type EntryOf, type Reading } from './reading.ts'

export function planPatients(reading: Reading): PlannedPatient[] {
  const byNumber = new Map<string, PlannedPatient>()
  for (const entry of entriesOf(reading, 'Patient')) {
    const { birthDate = '' } = entry.resource
    if (birthDate.length < 'yyyy-MM-dd'.length) {
      leaveOut(reading, entry, 'Patient without a full birth date')
      continue
    }
    addPatient(reading, byNumber, planPatient(entry, { birthDate, dropDigits: reading.dropDigits }))
  }
  return [...byNumber.values()]
}

/** Two entries with one record number are one patient, unless their birth dates differ. */
function addPatient({ faults }: Reading, byNumber: Map<string, PlannedPatient>, patient: PlannedPatient): void {
  const other = byNumber.get(patient.emrId)
  if (!other) byNumber.set(patient.emrId, patient)
  if (other?.birthDate === patient.birthDate) other.names.push(...patient.names)
  if (other && other.birthDate !== patient.birthDate) {
    faults.push({ pointer: patient.pointer, sentence: `has the record number of the patient at ${other.pointer}` })
  }
}

function planPatient(
  entry: EntryOf<Patient>,
  { birthDate, dropDigits }: { birthDate: string; dropDigits: boolean },
): PlannedPatient {
  const { name, gender, telecom, address } = entry.resource
  const person = personName(name, dropDigits)
  const { emrId, source } = recordNumber(entry)
  const { line, city, state, zip } = postalAddress(address?.find(({ use }) => use === 'home') ?? address?.[0])
  return {
    names: namesOf(entry),
    otherNames: identifierNames(entry),
    pointer: entry.pointer,
    emrId,
    source,
    ...person,
    birthDate,
    gender: genderCode(gender),
    zip: zip.slice(0, 10),
    phone: phoneOf(telecom),
    email: exampleAddress(person, emrId),
    address: line,
    city,
    state,
  }
}

function genderCode(gender: string | undefined): 1 | 2 | 3 {
  if (gender === 'male') return 1
  return gender === 'female' ? 2 : 3
}

/**
 * Returns the medical record number; without one the resource's id, which is a number in the system that wrote the
 * file.
 */
function recordNumber(entry: EntryOf<Patient>): { emrId: string; source: string } {
  const numbered = (entry.resource.identifier ?? []).filter(({ value }) => plainText(value))
  const number = numbered.find(isRecordNumber) ?? (entry.id ? undefined : numbered[0])
  const emrId = plainText(number?.value) || plainText(namesOf(entry)[0]?.replace(/^.*[/:]/, ''))
  return { emrId, source: plainText(number?.system) || 'fhir' }
}

const isRecordNumber = ({ type }: Identifier) => (type?.coding ?? []).some(({ code }) => code === 'MR')

/** Data sets contain no e-mail addresses; mail to .test is never delivered (RFC 2606). */
export function exampleAddress({ firstName, lastName }: PersonName, emrId: string): string {
  const plain = (text: string) =>
    text
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '')
  const parts = [plain(firstName), plain(lastName), plain(emrId).slice(0, 8)].filter((part) => part !== '')
  return `${parts.join('.').slice(0, 64) || 'patient'}@example.test`
}

/** Returns which value of the sign-up form the record lacks; undefined if it has all. */
export function missingForSignUp({ firstName, lastName, zip }: Pick<PlannedPatient, 'firstName' | 'lastName' | 'zip'>) {
  const missing = [...(firstName && lastName ? [] : ['name']), ...(zip ? [] : ['ZIP'])]
  return missing.length > 0 ? missing.join(' and ') : undefined
}
