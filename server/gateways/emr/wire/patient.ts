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
})
export type WirePatient = Static<typeof WirePatient>

export const PatientAnswer = Compile(WirePatient)
