import type { Emr, Facility, FacilityOnDay, Provider, Schedule, Slot, VisitMode } from './emr.ts'
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
  async function schedules(call: string, parts: (string | number | undefined)[], mode: VisitMode): Promise<Schedule[]> {
    if (parts.includes(undefined)) return []
    const [found, providers] = await Promise.all([
      client.read({ call, rest: `/${parts.join('/')}`, answer: wire.SchedulesAnswer }),
      reference.providers(mode),
    ])
    const byId = new Map(providers.map((provider) => [provider.id, provider]))
    return Promise.all(
      found.map(async (schedule) => {
        const facility = await facilityOf(reference, call, schedule.Facility_N)
        return scheduleOf(schedule, facility, byId.get(String(schedule.Employee_N)))
      }),
    )
  }

  return {
    slotsForFacility: ({ from, days, mode, typeId, facilityId }) =>
      schedules(
        'Provider/GetSlotsForFacility',
        [days, pathDay(from), recordNumber(facilityId), 0, recordNumber(typeId)],
        mode,
      ),
    slotsForProvider: ({ from, days, mode, typeId, providerId }) => {
      const call = mode === 'telederm' ? 'Provider/TeleHealth/GetSlotsForProvider' : 'Provider/GetSlotsForProvider'
      return schedules(call, [days, pathDay(from), providerNumber(providerId), mode, 0, recordNumber(typeId)], mode)
    },
    slotsByDate: ({ day, mode, typeId, facilityId, providerId }) =>
      schedules(
        'Provider/GetFacilitySlotsForProviderBydate',
        [recordNumber(facilityId), providerNumber(providerId), pathDay(day), 1, 0, recordNumber(typeId)],
        mode,
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

function scheduleOf(schedule: wire.WireSchedule, facility: Facility, known: Provider | undefined): Schedule {
  return {
    provider: known ?? providerOf(schedule),
    facility,
    days: schedule.SlotsDate.map((day) => ({ day: day.ScheduleDate, slots: slotsOf(day) })),
    nextAvailableDay: schedule.NextAvailability || undefined,
  }
}

/** Times of a custom type replace the general ones (specification 1 §4). */
const slotsOf = (day: wire.WireSlotDay): Slot[] =>
  (day.ApptTypeSlots ?? day.Slots)
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
