import type { AllergyIntolerance, Condition as FhirCondition, MedicationRequest } from '@medplum/fhirtypes'
import type { Allergy } from '../../gateways/emr/allergies/allergies.ts'
import type { Condition } from '../../gateways/emr/conditions/conditions.ts'
import type { Medication } from '../../gateways/emr/medications/medications.ts'
import type { ExportedRecord, RecordPart } from '../../practice/extension-points.ts'
import { concept, fhirId, fhirReference, hl7Code, usCoreProfile, type FhirResource } from '../../practice/fhir.ts'
import { sheetTable } from '../../practice/sheet-table.ts'
import { partOffered } from '../../practice/offered.ts'
import { dateText } from '../../protocol/time-words.ts'

/** How many are read and drawn at a time; the record server answers with all. */
const pageSize = 500

const offered: RecordPart['offered'] = (reads) => partOffered(reads, 'myRecords')

export const medicationsPart: RecordPart = {
  id: 'medications',
  title: 'Medications',
  offered,
  collect: async (record, page) => {
    const all = await record.emr.medications(record.patientId)
    const { rows, pages } = cut(all, page)
    return {
      pages,
      resources: rows.map((each) => medicationRequest(record, each)),
      sheet: sheetTable({
        id: 'medications',
        caption: 'Medications',
        columns: { name: 'Name', strength: 'Strength', dosage: 'Dosage' },
        rows: rows.map(({ id, name, strength, dosage }) => ({ id, name, strength, dosage })),
        empty: 'The record names no medications.',
      }),
    }
  },
}

export const allergiesPart: RecordPart = {
  id: 'allergies',
  title: 'Allergies',
  offered,
  collect: async (record, page) => {
    const all = await record.emr.allergies(record.patientId)
    const { rows, pages } = cut(all, page)
    return {
      pages,
      resources: rows.map((each) => allergyResource(record, each)),
      sheet: sheetTable({
        id: 'allergies',
        caption: 'Allergies',
        columns: { substance: 'Substance', reaction: 'Reaction', state: 'Status', since: 'Since' },
        rows: rows.map((each) => ({
          id: each.id,
          substance: each.substance,
          reaction: [each.reaction, each.severity].filter(Boolean).join(', '),
          state: stateText(each),
          since: partialText(each.onset),
        })),
        empty: 'The record names no allergies.',
      }),
    }
  },
}

export const conditionsPart: RecordPart = {
  id: 'conditions',
  title: 'Conditions',
  offered,
  collect: async (record, page) => {
    const all = await record.emr.conditions(record.patientId)
    const { rows, pages } = cut(all, page)
    return {
      pages,
      resources: rows.map((each) => conditionResource(record, each)),
      sheet: sheetTable({
        id: 'conditions',
        caption: 'Conditions',
        columns: { name: 'Condition', state: 'Status', since: 'Since', until: 'Until' },
        rows: rows.map((each) => ({
          id: each.id,
          name: each.name,
          state: stateText(each),
          since: partialText(each.onset),
          until: partialText(each.abatement),
        })),
        empty: 'The record names no conditions.',
      }),
    }
  },
}

function cut<T>(all: readonly T[], page: number): { rows: T[]; pages: number } {
  return {
    rows: all.slice(page * pageSize, (page + 1) * pageSize),
    pages: Math.max(1, Math.ceil(all.length / pageSize)),
  }
}

const states = { active: 'Active', inactive: 'Inactive', resolved: 'Resolved' } as const

const stateText = ({ status, isConfirmed }: Pick<Condition, 'status' | 'isConfirmed'>) =>
  isConfirmed ? states[status] : `${states[status]}, not confirmed`

/** `2009-05` is said as exactly as it is known. */
function partialText(day: string): string {
  const [year = '', month = '', date] = day.split('-')
  if (date !== undefined) return dateText(day)
  return month === '' ? year : `${month}/${year}`
}

function medicationRequest(
  { licensee, subject }: ExportedRecord,
  medication: Medication,
): MedicationRequest & FhirResource {
  const { id, name, strength, dosage, pharmacy, createdOn } = medication
  return {
    resourceType: 'MedicationRequest',
    id: fhirId(licensee.id, 'MedicationRequest', id),
    status: 'active',
    intent: 'order',
    // The display is the name without its strength.
    medicationCodeableConcept: { coding: [{ display: name }], text: [name, strength].filter(Boolean).join(' ') },
    subject: fhirReference(subject),
    ...(createdOn === '' ? {} : { authoredOn: createdOn }),
    ...(dosage === '' ? {} : { dosageInstruction: [{ text: dosage }] }),
    ...(pharmacy === '' ? {} : { dispenseRequest: { performer: { display: pharmacy } } }),
  }
}

function allergyResource({ licensee, subject }: ExportedRecord, allergy: Allergy): AllergyIntolerance & FhirResource {
  const { id, substance, reaction, severity, status, isConfirmed, onset, recordedOn } = allergy
  return {
    resourceType: 'AllergyIntolerance',
    id: fhirId(licensee.id, 'AllergyIntolerance', id),
    ...usCoreProfile('us-core-allergyintolerance'),
    clinicalStatus: hl7Code('allergyintolerance-clinical', status),
    verificationStatus: hl7Code('allergyintolerance-verification', isConfirmed ? 'confirmed' : 'unconfirmed'),
    code: concept(substance, allergy),
    patient: fhirReference(subject),
    ...(onset === '' ? {} : { onsetDateTime: onset }),
    ...(recordedOn === '' ? {} : { recordedDate: recordedOn }),
    ...(reaction === '' ? {} : { reaction: [{ manifestation: [{ text: reaction }], ...(severity && { severity }) }] }),
  }
}

function conditionResource({ licensee, subject }: ExportedRecord, condition: Condition): FhirCondition & FhirResource {
  const { id, name, status, isConfirmed, isOfVisit, onset, abatement, recordedOn } = condition
  return {
    resourceType: 'Condition',
    id: fhirId(licensee.id, 'Condition', id),
    ...(isOfVisit ? {} : usCoreProfile('us-core-condition-problems-health-concerns')),
    clinicalStatus: hl7Code('condition-clinical', status),
    verificationStatus: hl7Code('condition-ver-status', isConfirmed ? 'confirmed' : 'unconfirmed'),
    category: [hl7Code('condition-category', isOfVisit ? 'encounter-diagnosis' : 'problem-list-item')],
    code: concept(name, condition),
    subject: fhirReference(subject),
    ...(onset === '' ? {} : { onsetDateTime: onset }),
    ...(abatement === '' ? {} : { abatementDateTime: abatement }),
    ...(recordedOn === '' ? {} : { recordedDate: recordedOn }),
  }
}
