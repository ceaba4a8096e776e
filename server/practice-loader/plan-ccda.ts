import { createHash } from 'node:crypto'
import { InvalidCcda, NoClinicalDocument, type Ccda, type CcdaPatient } from '../ccda/ccda.ts'
import { decodeXml } from '../ccda/decode-xml.ts'
import { readCcda } from '../ccda/read-ccda.ts'
import { phoneOf, postalAddress } from './contact.ts'
import { foreignFile, refused } from './file-refused.ts'
import { emptyPlan, type LoadPlan, type PlannedPatient } from './load-plan.ts'
import { personName } from './person-name.ts'
import { folded, plainText } from './plain-text.ts'
import { exampleAddress } from './plan-patients.ts'
import { count } from './reading.ts'

/** Converts a C-CDA document to its patient and a visit record. Throws FileRefused with the place of the fault. */
export async function planCcda(name: string, bytes: Uint8Array, { dropDigits = false } = {}): Promise<LoadPlan> {
  const document = await readCcda(bytes).catch((error: unknown) => {
    if (error instanceof NoClinicalDocument) throw foreignFile(name, 'is XML, but not a C-CDA document')
    if (error instanceof InvalidCcda) throw refused(name, [{ pointer: error.place, sentence: error.reason }])
    throw error
  })
  const { date } = document
  if (date === undefined) throw refused(name, [{ pointer: 'effectiveTime', sentence: 'is no day' }])
  const patient = planPatient(name, document, dropDigits)
  const skipped = {}
  // The record server keeps none: guardians are authorized in the portal.
  const guardians = document.patient.guardians.filter((guardian) => guardian.name !== '')
  if (guardians.length > 0) count(skipped, 'not loaded yet: guardian', guardians.length)
  return {
    ...emptyPlan(),
    patients: [patient],
    visitRecords: [
      {
        patient: patient.names[0] ?? '',
        day: date,
        xml: asUtf8(decodeXml(bytes)),
        digest: createHash('sha256').update(bytes).digest('hex'),
      },
    ],
    read: { ClinicalDocument: 1 },
    skipped,
  }
}

/** The record server keeps and sends text in UTF-8. */
function asUtf8(xml: string): string {
  return xml.replace(/^(<\?xml[^>]*?\sencoding\s*=\s*["'])[^"']+/, '$1UTF-8')
}

function planPatient(name: string, { patient }: Ccda, dropDigits: boolean): PlannedPatient {
  const { birthDay, address, phones, gender } = patient
  const pointer = 'recordTarget'
  if (birthDay === undefined) throw refused(name, [{ pointer, sentence: 'has no full birth date' }])
  const person = personName([{ given: patient.given, family: patient.family, text: patient.name }], dropDigits)
  const { line, city, state, zip } = postalAddress(
    address && { line: address.street, city: address.city, state: address.state, postalCode: address.zip },
  )
  const numbers = numbersOf(patient)
  const [{ emrId, source }, ...others] = numbers
  return {
    names: [nameOf({ emrId, source })],
    otherNames: others.map(nameOf),
    pointer,
    emrId,
    source,
    ...person,
    birthDate: birthDay,
    gender: gender === 'M' ? 1 : gender === 'F' ? 2 : 3,
    zip: zip.slice(0, 10),
    phone: phoneOf(
      phones.map(({ use, number }) => ({ system: 'phone', value: number, use: use === 'MC' ? 'mobile' : 'home' })),
    ),
    email: exampleAddress(person, emrId),
    address: line,
    city,
    state,
    isNameChecked: true,
  }
}

interface RecordNumber {
  emrId: string
  /** The system that assigned it, as FHIR writes an object identifier. */
  source: string
}

const socialSecurity = '2.16.840.1.113883.4.1'

/**
 * Returns the numbers of a patient, the record number first. A social security number is none: without another one it is
 * made of what identifies a person at sign-up.
 */
function numbersOf(patient: CcdaPatient): [RecordNumber, ...RecordNumber[]] {
  const { ids, name, birthDay, gender, address } = patient
  const numbers = ids
    .filter(({ root }) => root !== socialSecurity)
    .map(({ root, extension }) => ({ emrId: plainText(extension), source: `urn:oid:${plainText(root, 100)}` }))
    .filter(({ emrId }) => emrId !== '')
  const [first, ...rest] = numbers
  if (first) return [first, ...rest]
  const identity = [name, birthDay, gender, address?.zip].map((part) => folded(part ?? '')).join('|')
  return [{ emrId: `CCDA-${createHash('sha256').update(identity).digest('hex').slice(0, 16)}`, source: 'ccda' }]
}

/** As FHIR files name the same patient, see identifierNames. */
const nameOf = ({ emrId, source }: RecordNumber) => `Patient?identifier=${source}|${emrId}`
