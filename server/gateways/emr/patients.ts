import type { Emr, PatientMatch, Patient, PatientInsurance } from './emr.ts'
import { InvalidEmrResponse } from './emr.errors.ts'
import type { RecordClient } from './record-client.ts'
import { recordNumber } from './record-number.ts'
import { isDay } from './wall-clock.ts'
import * as wire from './wire/patient.ts'

export type Patients = Pick<Emr, 'patient' | 'findPatients' | 'insurancesOf' | 'facilityMail'>

/** Reads patients and their insurances. Nothing of it is cached. */
export function createPatients(client: RecordClient): Patients {
  return {
    patient: async (patientId) => {
      const number = recordNumber(patientId)
      if (number === undefined) return undefined
      const rest = `?patient_n=${number}`
      const patient = await client.find({ call: 'Provider/GetPatientHeader', rest, answer: wire.PatientAnswer })
      return patient && patientOf(patient)
    },
    findPatients: async ({ firstName, lastName, dob, gender, zip }) => {
      if (!isDay(dob)) return [] // not a valid date of birth
      const rest = `?${new URLSearchParams({ firstName, lastName, dob, gender: String(gender), zip })}`
      const matches = await client.read({ call: 'Provider/GetPatient', rest, answer: wire.PatientMatchesAnswer })
      return matches.map((patient) => patientMatchOf(patient, { firstName, lastName }))
    },
    insurancesOf: async (patientId) => {
      const number = recordNumber(patientId)
      if (number === undefined) return []
      const rest = `?patient_n=${number}`
      const insurances = await client.find({ call: 'getinsurancenumber', rest, answer: wire.InsurancesOfAnswer })
      return insurances ? insurancesIn(insurances) : []
    },
    facilityMail: async (patientId) => {
      const call = 'GetFacilityEmailID'
      const number = recordNumber(patientId)
      if (number === undefined) throw new InvalidEmrResponse(call, 'invalid patient id')
      return client.read({ call, rest: `?patientId=${number}`, answer: wire.MailAnswer })
    },
  }
}

const patientOf = (patient: wire.WirePatient): Patient => ({
  id: String(patient.Patient_n),
  emrId: patient.EMRID,
  firstName: patient.PatientFirstName,
  lastName: patient.PatientLastName,
  dob: patient.PatientDOB,
  gender: patient.PatientGender,
  zip: patient.PatientZIP,
  cellPhone: patient.PatientCellPhone,
  email: patient.PatientEmail,
  address: patient.PatientAddress,
  secondAddress: patient.PatientSecondAddress,
  city: patient.PatientCity,
  state: patient.PatientState,
})

const patientMatchOf = (
  patient: wire.WirePatientMatch,
  identity: Pick<PatientMatch, 'firstName' | 'lastName'>,
): PatientMatch => ({
  id: String(patient.patienT_N),
  emrId: patient.EMRID,
  firstName: patient.patienT_FIRST_NAME ?? identity.firstName,
  lastName: patient.patienT_LAST_NAME ?? identity.lastName,
  cellPhone: patient.patienT_CELL_PHONE,
  email: patient.patienT_EMAIL,
  hasEarlierAccount: (patient.patienT_MRA_ID ?? 0) !== 0,
})

function insurancesIn(insurances: wire.WireInsurances): PatientInsurance[] {
  const all: PatientInsurance[] = [
    {
      order: 'primary',
      carrier: insurances.PATIENT_INSURANCE_CARRIER,
      id: insurances.PATIENT_INSURANCE_CARRIER_ID,
      group: insurances.PATIENT_INSURANCE_CARRIER_GROUP,
    },
    {
      order: 'secondary',
      carrier: insurances.SECONDARY_INSURANCE_CARRIER,
      id: insurances.SECONDARY_INSURANCE_CARRIER_ID,
      group: insurances.SECONDARY_INSURANCE_CARRIER_GROUP,
    },
    {
      order: 'third',
      carrier: insurances.THIRD_INSURANCE_CARRIER,
      id: insurances.THIRD_INSURANCE_CARRIER_ID,
      group: insurances.THIRD_INSURANCE_CARRIER_GROUP,
    },
  ]
  return all.filter(({ carrier }) => carrier !== '')
}
