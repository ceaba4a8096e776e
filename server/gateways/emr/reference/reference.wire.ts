import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { Note } from '../wire/note.ts'

const WireRegion = Type.Object({ Id: Type.Integer(), REGION_NAME: Type.String(), REGION_STATE: Type.String() })

const WireFacility = Type.Object({
  Id: Type.Integer(),
  FACILITY_NAME: Type.String(),
  FACILITY_ADDRESS: Type.String(),
  FACILITY_CITY: Type.String(),
  FACILITY_STATE: Type.String(),
  FACILITY_ZIP: Type.String(),
  SCHEDULING_PHONE: Type.String(),
  Facility_Region_N: Type.Integer(),
  GOOGLE_MAPS_LINK: Type.String(),
  IsInsuranceAccepted: Type.Boolean(),
  TIME_ZONE: Type.String({ minLength: 1 }),
  OPENING_HOURS: Note,
  PhotoUrl: Type.Optional(Type.String()),
})
export type WireFacility = Static<typeof WireFacility>

const WireProvider = Type.Object({
  EMPLOYEE_N: Type.Integer(),
  EMPLOYEE_FIRST_NAME: Type.String(),
  EMPLOYEE_LAST_NAME: Type.String(),
  FACILITY_N: Type.Integer(),
  EMPLOYEE_BIO: Note,
  EMPLOYEE_JOB_TITLE: Note,
  FACILITIES: Type.Optional(Type.Array(Type.Integer())),
  PhotoUrl: Type.Optional(Type.String()),
})
export type WireProvider = Static<typeof WireProvider>

const WireAppointmentType = Type.Object({
  Id: Type.Integer(),
  NAME: Type.String(),
  DURATION: Type.Integer({ minimum: 1 }),
})

const WireInsurance = Type.Object({ Id: Type.Integer(), NAME: Type.String() })

export const RegionsAnswer = Compile(Type.Array(WireRegion))
export const FacilitiesAnswer = Compile(Type.Array(WireFacility))
export const ProvidersAnswer = Compile(Type.Array(WireProvider))
export const AppointmentTypesAnswer = Compile(Type.Array(WireAppointmentType))
export const InsurancesAnswer = Compile(Type.Array(WireInsurance))
