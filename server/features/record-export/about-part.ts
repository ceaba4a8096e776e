import type { Coverage, Patient as FhirPatient } from '@medplum/fhirtypes'
import type { Patient, PatientInsurance } from '../../gateways/emr/patients/patients.ts'
import type { ExportedRecord, RecordPart } from '../../practice/extension-points.ts'
import { fhirId, fhirReference, fhirUrl, hl7Code, usCoreProfile, type FhirResource } from '../../practice/fhir.ts'
import { addressText } from '../../practice/postal-address.ts'
import { phone } from '../../protocol/block-builders.ts'
import { dateText } from '../../protocol/time-words.ts'

const genders = { 1: 'male', 2: 'female', 3: 'unknown' } as const
const genderWords = { 1: 'Male', 2: 'Female', 3: 'Unknown' } as const
const orders = { primary: 1, secondary: 2, third: 3 } as const

/** Who the patient is, and the insurances. */
export const aboutPart: RecordPart = {
  id: 'about',
  title: 'About you',
  offered: () => true,
  collect: async (record) => {
    const { emr, patientId } = record
    const [patient, insurances] = await Promise.all([emr.patient(patientId), emr.insurancesOf(patientId)])
    if (!patient) throw new Error('the record server no longer has the patient')
    return {
      pages: 1,
      resources: [patientResource(record, patient), ...insurances.map((each) => coverageOf(record, each))],
      sheet: [
        {
          type: 'facts',
          facts: [
            { name: 'Name', value: `${patient.firstName} ${patient.lastName}` },
            { name: 'Date of birth', value: dateText(patient.dob) },
            { name: 'Gender', value: genderWords[patient.gender] },
            { name: 'Record number', value: patient.emrId },
            { name: 'Address', value: addressText({ ...patient, address2: patient.secondAddress }) },
            { name: 'Cell phone', value: phone(patient.cellPhone).text },
            { name: 'Email', value: patient.email },
            ...insurances.map((each) => ({ name: `Insurance (${each.order})`, value: insuranceText(each) })),
          ].filter(({ value }) => value !== ''),
        },
      ],
    }
  },
}

function patientResource({ licensee, subject }: ExportedRecord, patient: Patient): FhirPatient & FhirResource {
  const { firstName, lastName, address, secondAddress, city, state, zip, cellPhone, email } = patient
  return {
    resourceType: 'Patient',
    id: subject,
    ...usCoreProfile('us-core-patient'),
    identifier: [
      {
        type: hl7Code('v2-0203', 'MR'),
        system: fhirUrl(fhirId(licensee.id, 'record numbers', '')),
        value: patient.emrId,
      },
    ],
    name: [{ use: 'official', family: lastName, given: firstName.split(' ').filter((name) => name !== '') }],
    gender: genders[patient.gender],
    birthDate: patient.dob,
    telecom: [
      ...(cellPhone === '' ? [] : [{ system: 'phone' as const, use: 'mobile' as const, value: cellPhone }]),
      ...(email === '' ? [] : [{ system: 'email' as const, value: email }]),
    ],
    address: [
      withoutEmpty({
        use: 'home' as const,
        line: [address, secondAddress].filter((line) => line !== ''),
        city,
        state,
        postalCode: zip,
      }),
    ],
  }
}

function coverageOf(
  { licensee, patientId, subject }: ExportedRecord,
  insurance: PatientInsurance,
): Coverage & FhirResource {
  const { order, carrier, id: memberId, group } = insurance
  return {
    resourceType: 'Coverage',
    id: fhirId(licensee.id, 'Coverage', `${patientId} ${order}`),
    status: 'active',
    ...(memberId === '' ? {} : { subscriberId: memberId }),
    beneficiary: fhirReference(subject),
    payor: [{ display: carrier }],
    ...(group === '' ? {} : { class: [{ type: hl7Code('coverage-class', 'group'), value: group }] }),
    order: orders[order],
  }
}

const insuranceText = ({ carrier, id, group }: PatientInsurance): string =>
  [carrier, id === '' ? '' : `member ${id}`, group === '' ? '' : `group ${group}`].filter(Boolean).join(', ')

/** FHIR has no empty values. */
function withoutEmpty<T extends object>(value: T): T {
  const given = Object.entries(value).filter(([, each]) => each !== '' && !(Array.isArray(each) && each.length === 0))
  return Object.fromEntries(given) as T // the members that are left
}
