import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { WireDate, WireDay, WireInstant } from '../wire/instant.ts'
import { Note } from '../wire/note.ts'

const WireSlot = Type.Object({
  slotDate: WireInstant,
  duration: Type.Integer({ minimum: 1 }),
  isslotexisting: Type.Optional(Type.Boolean()),
})

const WireSlotDay = Type.Object({
  ScheduleDate: WireDay,
  Slots: Type.Array(WireSlot),
  ApptTypeSlots: Type.Union([Type.Array(WireSlot), Type.Null()]),
})
export type WireSlotDay = Static<typeof WireSlotDay>

const WireSchedule = Type.Object({
  Employee_N: Type.Integer(),
  Employee_First_Name: Type.String(),
  Employee_Last_Name: Type.String(),
  Employee_Job_Title: Note,
  Employee_Bio: Note,
  Facility_N: Type.Integer(),
  Facility_Info: Note,
  NextAvailability: WireDate,
  SlotsDate: Type.Array(WireSlotDay),
})
export type WireSchedule = Static<typeof WireSchedule>

const WireFacilityOnDay = Type.Object({ Facility_n: Type.Integer(), Slots: Type.Integer({ minimum: 0 }) })

export const SchedulesAnswer = Compile(Type.Array(WireSchedule))
export const FacilitiesOnDayAnswer = Compile(Type.Array(WireFacilityOnDay))
