import type { Emr, Facility, FacilityOnDay, Provider, Schedule, Slot, SlotQuery } from './emr.ts'
import { InvalidEmrResponse } from './emr.errors.ts'
import type { RecordClient } from './record-client.ts'
import { recordNumber } from './record-number.ts'
import type { Reference } from './reference.ts'
import { pathDay } from './wall-clock.ts'
import { noteOf } from './wire/note.ts'
import * as wire from './wire/schedule.ts'

export type SlotSearches = Pick<Emr, 'facilitiesByDate' | 'slotsForFacility' | 'slotsForProvider' | 'slotsByDate'>

/** The record server's value for "any provider". */
const anyProvider = -1

/** Free times are never cached. An invalid day or id has none. */
export function createSlotSearches(client: RecordClient, reference: Reference): SlotSearches {
  async function schedules(
    call: string,
    parts: (string | number | undefined)[],
    { mode, ownTypes }: Pick<SlotQuery, 'mode' | 'ownTypes'>,
  ): Promise<Schedule[]> {
    if (parts.includes(undefined)) return []
    const [schedules, providers] = await Promise.all([
      client.read({ call, rest: `/${parts.join('/')}`, answer: wire.SchedulesAnswer }),
      reference.providers(mode),
    ])
    const byId = new Map(providers.map((provider) => [provider.id, provider]))
    return Promise.all(
      schedules.map(async (schedule) => {
        const facility = await facilityOf(reference, call, schedule.Facility_N)
        return scheduleOf(schedule, { facility, known: byId.get(String(schedule.Employee_N)), ownTypes })
      }),
    )
  }

  return {
    slotsForFacility: ({ from, days, typeId, facilityId, ...request }) =>
      schedules(
        'Provider/GetSlotsForFacility',
        [days, pathDay(from), recordNumber(facilityId), 0, recordNumber(typeId)],
        request,
      ),
    slotsForProvider: ({ from, days, typeId, providerId, ...request }) => {
      const { mode } = request
      const call = mode === 'telederm' ? 'Provider/TeleHealth/GetSlotsForProvider' : 'Provider/GetSlotsForProvider'
      return schedules(call, [days, pathDay(from), providerNumber(providerId), mode, 0, recordNumber(typeId)], request)
    },
    slotsByDate: ({ day, typeId, facilityId, providerId, ...request }) =>
      schedules(
        'Provider/GetFacilitySlotsForProviderBydate',
        [recordNumber(facilityId), providerNumber(providerId), pathDay(day), 1, 0, recordNumber(typeId)],
        request,
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
  const facilities = await client.read({ call, rest: `/${date}/${type}`, answer: wire.FacilitiesOnDayAnswer })
  return Promise.all(
    facilities.map(async ({ Facility_n: number, Slots: freeTimes }) => ({
      ...(await facilityOf(reference, call, number)),
      freeTimes,
    })),
  )
}

async function facilityOf(reference: Reference, call: string, number: number): Promise<Facility> {
  const facility = await reference.facility(String(number))
  if (!facility) throw new InvalidEmrResponse(call, 'unknown facility')
  return facility
}

function scheduleOf(
  schedule: wire.WireSchedule,
  { facility, known, ownTypes = false }: { facility: Facility; known: Provider | undefined; ownTypes?: boolean },
): Schedule {
  const info = noteOf(schedule.Facility_Info)
  return {
    provider: known ?? providerOf(schedule),
    facility,
    ...(info === undefined ? {} : { facilityInfo: info }),
    days: schedule.SlotsDate.map((day) => ({ day: day.ScheduleDate, slots: slotsOf(day, ownTypes) })),
    nextAvailableDay: schedule.NextAvailability || undefined,
  }
}

/** Times of a custom type replace the general ones; if there are none, the day is empty (specification 1 §4). */
const slotsOf = (day: wire.WireSlotDay, ownTypes: boolean): Slot[] =>
  (day.ApptTypeSlots ?? (ownTypes ? [] : day.Slots))
    .filter(({ isslotexisting: isTaken }) => !isTaken)
    .map(({ slotDate, duration }) => ({ startsAt: new Date(slotDate).toISOString(), minutes: duration }))

/** The provider of a schedule, for one who is newer than the cached list. */
const providerOf = (schedule: wire.WireSchedule): Provider => ({
  id: String(schedule.Employee_N),
  firstName: schedule.Employee_First_Name,
  lastName: schedule.Employee_Last_Name,
  jobTitle: noteOf(schedule.Employee_Job_Title) ?? '',
  bio: noteOf(schedule.Employee_Bio) ?? '',
  facilityIds: [String(schedule.Facility_N)],
  acceptsInsurance: true,
})
