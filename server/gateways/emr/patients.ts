import type { Emr, FoundPatient, Patient, PatientInsurance } from './emr.ts'
import { EmrNonsense } from './emr.errors.ts'
import type { RecordClient } from './record-client.ts'
import { recordNumber } from './record-number.ts'
import { isDay } from './wall-clock.ts'
import * as wire from './wire/patient.ts'

export type Patients = Pick<Emr, 'patient' | 'findPatients' | 'insurancesOf' | 'facilityMail'>

/** Who patients are. Nothing of it is remembered here. */
export function createPatients(client: RecordClient): Patients {
  return {
    patient: async (patientId) => {
      const number = recordNumber(patientId)
      if (number === undefined) return undefined
      const rest = `?patient_n=${number}`
      const found = await client.find({ call: 'Provider/GetPatientHeader', rest, answer: wire.PatientAnswer })
      return found && patientOf(found)
    },
    findPatients: async ({ firstName, lastName, dob, gender, zip }) => {
      if (!isDay(dob)) return [] // nobody is born on it
      const rest = `?${new URLSearchParams({ firstName, lastName, dob, gender: String(gender), zip })}`
      const found = await client.read({ call: 'Provider/GetPatient', rest, answer: wire.FoundPatientsAnswer })
      return found.map((patient) => foundPatientOf(patient, { firstName, lastName }))
    },
    insurancesOf: async (patientId) => {
      const number = recordNumber(patientId)
      if (number === undefined) return []
      const rest = `?patient_n=${number}`
      const found = await client.find({ call: 'getinsurancenumber', rest, answer: wire.InsurancesOfAnswer })
      return found ? insurancesIn(found) : []
    },
    facilityMail: async (patientId) => {
      const call = 'GetFacilityEmailID'
      const number = recordNumber(patientId)
      if (number === undefined) throw new EmrNonsense(call, 'asked for a patient that cannot be')
      return client.read({ call, rest: `?patientId=${number}`, answer: wire.MailAnswer })
    },
  }
}

const patientOf = (found: wire.WirePatient): Patient => ({
  id: String(found.Patient_n),
  emrId: found.EMRID,
  firstName: found.PatientFirstName,
  lastName: found.PatientLastName,
  dob: found.PatientDOB,
  gender: found.PatientGender,
  zip: found.PatientZIP,
  cellPhone: found.PatientCellPhone,
  email: found.PatientEmail,
  address: found.PatientAddress,
  secondAddress: found.PatientSecondAddress,
  city: found.PatientCity,
  state: found.PatientState,
})

const foundPatientOf = (
  found: wire.WireFoundPatient,
  asked: Pick<FoundPatient, 'firstName' | 'lastName'>,
): FoundPatient => ({
  id: String(found.patienT_N),
  emrId: found.EMRID,
  firstName: found.patienT_FIRST_NAME ?? asked.firstName,
  lastName: found.patienT_LAST_NAME ?? asked.lastName,
  cellPhone: found.patienT_CELL_PHONE,
  email: found.patienT_EMAIL,
})

function insurancesIn(found: wire.WireInsurances): PatientInsurance[] {
  const all: PatientInsurance[] = [
    {
      order: 'primary',
      carrier: found.PATIENT_INSURANCE_CARRIER,
      id: found.PATIENT_INSURANCE_CARRIER_ID,
      group: found.PATIENT_INSURANCE_CARRIER_GROUP,
    },
    {
      order: 'secondary',
      carrier: found.SECONDARY_INSURANCE_CARRIER,
      id: found.SECONDARY_INSURANCE_CARRIER_ID,
      group: found.SECONDARY_INSURANCE_CARRIER_GROUP,
    },
    {
      order: 'third',
      carrier: found.THIRD_INSURANCE_CARRIER,
      id: found.THIRD_INSURANCE_CARRIER_ID,
      group: found.THIRD_INSURANCE_CARRIER_GROUP,
    },
  ]
  return all.filter(({ carrier }) => carrier !== '')
}
