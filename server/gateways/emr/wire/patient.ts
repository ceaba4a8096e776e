import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { WireDay } from './instant.ts'

const WirePatient = Type.Object({
  Patient_n: Type.Integer(),
  EMRID: Type.String(),
  PatientFirstName: Type.String(),
  PatientLastName: Type.String(),
  PatientDOB: WireDay,
  PatientGender: Type.Union([Type.Literal(1), Type.Literal(2), Type.Literal(3)]),
  PatientZIP: Type.String(),
  PatientCellPhone: Type.String(),
  PatientEmail: Type.String(),
  PatientAddress: Type.String(),
  PatientSecondAddress: Type.String(),
  PatientCity: Type.String(),
  PatientState: Type.String(),
})
export type WirePatient = Static<typeof WirePatient>

/** The letters are the record server's. The names are not in the specification, so they may be missing. */
const WireFoundPatient = Type.Object({
  patienT_N: Type.Integer(),
  EMRID: Type.String(),
  patienT_CELL_PHONE: Type.String(),
  patienT_EMAIL: Type.String(),
  patienT_FIRST_NAME: Type.Optional(Type.String()),
  patienT_LAST_NAME: Type.Optional(Type.String()),
})
export type WireFoundPatient = Static<typeof WireFoundPatient>

const WireInsurances = Type.Object({
  PATIENT_INSURANCE_CARRIER_ID: Type.String(),
  PATIENT_INSURANCE_CARRIER: Type.String(),
  PATIENT_INSURANCE_CARRIER_GROUP: Type.String(),
  SECONDARY_INSURANCE_CARRIER_ID: Type.String(),
  SECONDARY_INSURANCE_CARRIER: Type.String(),
  SECONDARY_INSURANCE_CARRIER_GROUP: Type.String(),
  THIRD_INSURANCE_CARRIER_ID: Type.String(),
  THIRD_INSURANCE_CARRIER: Type.String(),
  THIRD_INSURANCE_CARRIER_GROUP: Type.String(),
})
export type WireInsurances = Static<typeof WireInsurances>

export const PatientAnswer = Compile(WirePatient)
export const FoundPatientsAnswer = Compile(Type.Array(WireFoundPatient))
export const InsurancesOfAnswer = Compile(WireInsurances)
export const MailAnswer = Compile(Type.String({ pattern: '^[^\\s@]+@[^\\s@]+$' }))
