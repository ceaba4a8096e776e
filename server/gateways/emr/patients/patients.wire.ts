import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { WireDay } from '../wire/instant.ts'

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

/** The spelling is the record server's. The specification does not name the names, so they may be missing. */
const WirePatientMatch = Type.Object({
  /** The account of the practice's earlier portal; 0 without one (specification 1 §3). */
  patienT_MRA_ID: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
  patienT_N: Type.Integer(),
  EMRID: Type.String(),
  patienT_CELL_PHONE: Type.String(),
  patienT_EMAIL: Type.String(),
  patienT_FIRST_NAME: Type.Optional(Type.String()),
  patienT_LAST_NAME: Type.Optional(Type.String()),
})
export type WirePatientMatch = Static<typeof WirePatientMatch>

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
export const PatientMatchesAnswer = Compile(Type.Array(WirePatientMatch))
export const InsurancesOfAnswer = Compile(WireInsurances)
export const MailAnswer = Compile(Type.String({ pattern: '^[^\\s@]+@[^\\s@]+$' }))
/** The words of the record server; nobody reads them. */
export const MessageAnswer = Compile(Type.String({ maxLength: 1000 }))
