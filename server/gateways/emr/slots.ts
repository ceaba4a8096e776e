import type { Emr, Facility, FacilityOnDay, Provider, Schedule, Slot, SlotQuery } from './emr.ts'
import { EmrNonsense } from './emr.errors.ts'
import type { RecordClient } from './record-client.ts'
import { recordNumber } from './record-number.ts'
import type { Reference } from './reference.ts'
import { pathDay } from './wall-clock.ts'
import * as wire from './wire/schedule.ts'

export type SlotSearches = Pick<Emr, 'facilitiesByDate' | 'slotsForFacility' | 'slotsForProvider' | 'slotsByDate'>

/** The record server's word for no provider in particular. */
const anyProvider = -1

/** Free times are never remembered. A day that is no day and an id that is no number have none. */
export function createSlotSearches(client: RecordClient, reference: Reference): SlotSearches {
  async function schedules(
    call: string,
    parts: (string | number | undefined)[],
    { mode, ownTypes }: Pick<SlotQuery, 'mode' | 'ownTypes'>,
  ): Promise<Schedule[]> {
    if (parts.includes(undefined)) return []
    const [found, providers] = await Promise.all([
      client.read({ call, rest: `/${parts.join('/')}`, answer: wire.SchedulesAnswer }),
      reference.providers(mode),
    ])
    const byId = new Map(providers.map((provider) => [provider.id, provider]))
    return Promise.all(
      found.map(async (schedule) => {
        const facility = await facilityOf(reference, call, schedule.Facility_N)
        return scheduleOf(schedule, { facility, known: byId.get(String(schedule.Employee_N)), ownTypes })
      }),
    )
  }

  return {
    slotsForFacility: ({ from, days, typeId, facilityId, ...wish }) =>
      schedules(
        'Provider/GetSlotsForFacility',
        [days, pathDay(from), recordNumber(facilityId), 0, recordNumber(typeId)],
        wish,
      ),
    slotsForProvider: ({ from, days, typeId, providerId, ...wish }) => {
      const { mode } = wish
      const call = mode === 'telederm' ? 'Provider/TeleHealth/GetSlotsForProvider' : 'Provider/GetSlotsForProvider'
      return schedules(call, [days, pathDay(from), providerNumber(providerId), mode, 0, recordNumber(typeId)], wish)
    },
    slotsByDate: ({ day, typeId, facilityId, providerId, ...wish }) =>
      schedules(
        'Provider/GetFacilitySlotsForProviderBydate',
        [recordNumber(facilityId), providerNumber(providerId), pathDay(day), 1, 0, recordNumber(typeId)],
        wish,
      ),
    facilitiesByDate: async ({ day, typeId }) => {
      const date = pathDay(day)
      const type = recordNumber(typeId)
      return date && type ? facilitiesOn({ client, reference }, date, type) : []
    },
  }
}

const providerNumber = (id: string | undefined): number | undefined =>
  id === undefined ? anyProvider : recordNumber(id)

async function facilitiesOn(
  { client, reference }: { client: RecordClient; reference: Reference },
  date: string,
  type: number,
): Promise<FacilityOnDay[]> {
  const call = 'Provider/GetFacilitiesByDate'
  const found = await client.read({ call, rest: `/${date}/${type}`, answer: wire.FacilitiesOnDayAnswer })
  return Promise.all(
    found.map(async ({ Facility_n: number, Slots: freeTimes }) => ({
      ...(await facilityOf(reference, call, number)),
      freeTimes,
    })),
  )
}

async function facilityOf(reference: Reference, call: string, number: number): Promise<Facility> {
  const facility = await reference.facility(String(number))
  if (!facility) throw new EmrNonsense(call, 'a facility that is in no list')
  return facility
}

function scheduleOf(
  schedule: wire.WireSchedule,
  { facility, known, ownTypes = false }: { facility: Facility; known: Provider | undefined; ownTypes?: boolean },
): Schedule {
  return {
    provider: known ?? providerOf(schedule),
    facility,
    days: schedule.SlotsDate.map((day) => ({ day: day.ScheduleDate, slots: slotsOf(day, ownTypes) })),
    nextAvailableDay: schedule.NextAvailability || undefined,
  }
}

/** Times of a custom type replace the general ones; where there are none, the day is empty (specification 1 §4). */
const slotsOf = (day: wire.WireSlotDay, ownTypes: boolean): Slot[] =>
  (day.ApptTypeSlots ?? (ownTypes ? [] : day.Slots))
    .filter(({ isslotexisting: isTaken }) => !isTaken)
    .map(({ slotDate, duration }) => ({ startsAt: new Date(slotDate).toISOString(), minutes: duration }))

/** A provider who is newer than the list that is remembered. */
const providerOf = (schedule: wire.WireSchedule): Provider => ({
  id: String(schedule.Employee_N),
  firstName: schedule.Employee_First_Name,
  lastName: schedule.Employee_Last_Name,
  jobTitle: schedule.Employee_Job_Title,
  bio: schedule.Employee_Bio,
  facilityIds: [String(schedule.Facility_N)],
  acceptsInsurance: true,
})
