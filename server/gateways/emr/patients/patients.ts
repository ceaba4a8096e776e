import type { AreaDeps } from '../area.ts'
import { InvalidEmrResponse } from '../emr.errors.ts'
import { recordNumber } from '../record-number.ts'
import { isDay } from '../wall-clock.ts'
import * as wire from './patients.wire.ts'

export interface Patient {
  id: string
  /** The record number that patients know. */
  emrId: string
  firstName: string
  lastName: string
  /** `yyyy-MM-dd`. */
  dob: string
  gender: Gender
  zip: string
  /** Digits, or empty. */
  cellPhone: string
  /** Like all that follow: empty if the record has none. */
  email: string
  address: string
  secondAddress: string
  city: string
  /** Two letters. */
  state: string
}

/** 1 male, 2 female, 3 unknown. */
export type Gender = 1 | 2 | 3

/** The data that identify a patient record (specification 1 §7, GetPatient). */
export interface Identity {
  firstName: string
  lastName: string
  /** `yyyy-MM-dd`. */
  dob: string
  gender: Gender
  zip: string
}

/** A record that fits an identity, with the names as the practice spells them. */
export interface PatientMatch {
  id: string
  /** Whether the practice knows an account of an earlier portal. */
  hasEarlierAccount: boolean
  emrId: string
  firstName: string
  lastName: string
  /** Digits, or empty. */
  cellPhone: string
  email: string
}

export interface PatientInsurance {
  order: 'primary' | 'secondary' | 'third'
  carrier: string
  /** The patient's number at the carrier, and the number of the group; either may be empty. */
  id: string
  group: string
}

interface Patients {
  patient(patientId: string): Promise<Patient | undefined>
  /** Returns the records that fit a person; never cached. More than one if two records share all of it. */
  findPatients(identity: Identity): Promise<PatientMatch[]>
  /** In the order primary, secondary, third; empty if the patient has none. */
  insurancesOf(patientId: string): Promise<PatientInsurance[]>
  /**
   * Reports that the access of a patient to the portal has ended; repeating it changes nothing. Returns false for an
   * unknown patient.
   */
  disablePatient(patientId: string): Promise<boolean>
  /** Returns the e-mail address at which the office of the patient's practice receives messages of the portal. */
  facilityMail(patientId: string): Promise<string>
}

/** Reads patients and their insurances, and reports who has no access to the portal any longer. Nothing is cached. */
export function createPatients({ client }: AreaDeps): Patients {
  return {
    patient: async (patientId) => {
      const number = recordNumber(patientId)
      if (number === undefined) return undefined
      const rest = `?patient_n=${number}`
      const call = 'Provider/GetPatientHeader'
      const patient = await client.find({ call, rest, answer: wire.PatientAnswer })
      if (patient && patient.Patient_n !== number) throw new InvalidEmrResponse(call, 'another patient')
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
    disablePatient: async (patientId) => {
      const number = recordNumber(patientId)
      if (number === undefined) return false
      const call = 'patient/disablepatient'
      const rest = `?patientID=${number}`
      return (await client.writeTo({ call, rest, method: 'PUT', answer: wire.MessageAnswer })) !== undefined
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
