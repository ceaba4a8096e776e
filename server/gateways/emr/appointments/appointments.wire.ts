import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { WireInstant } from '../wire/instant.ts'
import { Note } from '../wire/note.ts'

const WireAppointment = Type.Object({
  APPOINTMENT_N: Type.Integer(),
  EMPLOYEE_N: Type.Integer(),
  FACILITY_N: Type.Integer(),
  APPOINTMENT_CHECKIN_TIME: WireInstant,
  DURATION: Type.Integer({ minimum: 1 }),
  APPOINTMENT_TYPE_NAME: Type.String(),
  IsTeleHealth: Type.Boolean(),
  APPOINTMENT_IS_ACTIVE: Type.Boolean(),
  CANCELLATION_REASON: Type.String(),
  APPOINTMENT_REVIEWSTARS: Type.Optional(Type.Integer({ minimum: 0, maximum: 5 })),
  EMPLOYEE_FIRST_NAME: Type.String(),
  EMPLOYEE_LAST_NAME: Type.String(),
  FACILITY_NAME: Type.String(),
  FACILITY_ADDRESS: Type.String(),
  FACILITY_CITY: Type.String(),
  FACILITY_STATE: Type.String(),
  FACILITY_ZIP: Type.String(),
  SCHEDULING_PHONE: Type.String(),
  Facility_Info: Note,
  TIME_ZONE: Type.String({ minLength: 1 }),
})
export type WireAppointment = Static<typeof WireAppointment>

export const AppointmentAnswer = Compile(WireAppointment)
export const AppointmentPageAnswer = Compile(
  Type.Object({ Total: Type.Integer({ minimum: 0 }), Items: Type.Array(WireAppointment) }),
)
