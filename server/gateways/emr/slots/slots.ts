import type { AreaDeps } from '../area.ts'
import { InvalidEmrResponse } from '../emr.errors.ts'
import { recordNumber } from '../record-number.ts'
import { createReference, findFacility, type Facility, type Provider, type VisitMode } from '../reference/reference.ts'
import { pathDay } from '../wall-clock.ts'
import { dayIn } from '../wire/instant.ts'
import { noteOf } from '../wire/note.ts'
import * as wire from './slots.wire.ts'

export interface FacilityOnDay extends Facility {
  freeTimes: number
}

interface SlotQuery {
  /** The first day of the range. */
  from: string
  days: number
  mode: VisitMode
  typeId: string
  /** Returns only times that the record server keeps for the type, never the general ones (specification 1 §4). */
  ownTypes?: boolean
}

/** The free times of one provider at one facility. */
export interface Schedule {
  provider: Provider
  facility: Facility
  /** How to get there: parking, entrance (Facility_Info of specification 1 §3). */
  facilityInfo?: string
  /** A row for each requested day, also for those without a time. */
  days: { day: string; slots: Slot[] }[]
  /** The first day with a free time at or after the first requested day; undefined if there is none within a year. */
  nextAvailableDay?: string
}

export interface Slot {
  startsAt: string
  minutes: number
}

interface Slots {
  facilitiesByDate(query: { day: string; mode: VisitMode; typeId: string }): Promise<FacilityOnDay[]>
  /** One schedule per provider at the facility. */
  slotsForFacility(query: SlotQuery & { facilityId: string }): Promise<Schedule[]>
  /** One schedule per facility of the provider. `providerId` undefined: any provider (telederm). */
  slotsForProvider(query: SlotQuery & { providerId?: string }): Promise<Schedule[]>
  /** One schedule per provider at the facility on that single day. */
  slotsByDate(query: {
    day: string
    mode: VisitMode
    typeId: string
    facilityId: string
    providerId?: string
    ownTypes?: boolean
  }): Promise<Schedule[]>
}

/** The record server's value for "any provider". */
const anyProvider = -1

/** Free times are never cached. An invalid day or id has none. */
export function createSlots(deps: AreaDeps): Slots {
  const { client } = deps
  const { providers: providersOf } = createReference(deps)

  async function schedules(
    call: string,
    parts: (string | number | undefined)[],
    { mode, ownTypes }: Pick<SlotQuery, 'mode' | 'ownTypes'>,
  ): Promise<Schedule[]> {
    if (parts.includes(undefined)) return []
    const [schedules, providers] = await Promise.all([
      client.read({ call, rest: `/${parts.join('/')}`, answer: wire.SchedulesAnswer }),
      providersOf(mode),
    ])
    const byId = new Map(providers.map((provider) => [provider.id, provider]))
    return Promise.all(
      schedules.map(async (schedule) => {
        const facility = await facilityOf(deps, call, schedule.Facility_N)
        return scheduleOf(schedule, { call, facility, known: byId.get(String(schedule.Employee_N)), ownTypes })
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
      return date && type ? facilitiesOn(deps, date, type) : []
    },
  }
}

const providerNumber = (id: string | undefined): number | undefined =>
  id === undefined ? anyProvider : recordNumber(id)

async function facilitiesOn(deps: AreaDeps, date: string, type: number): Promise<FacilityOnDay[]> {
  const call = 'Provider/GetFacilitiesByDate'
  const facilities = await deps.client.read({ call, rest: `/${date}/${type}`, answer: wire.FacilitiesOnDayAnswer })
  return Promise.all(
    facilities.map(async ({ Facility_n: number, Slots: freeTimes }) => ({
      ...(await facilityOf(deps, call, number)),
      freeTimes,
    })),
  )
}

async function facilityOf(deps: AreaDeps, call: string, number: number): Promise<Facility> {
  const facility = await findFacility(deps, String(number))
  if (!facility) throw new InvalidEmrResponse(call, 'unknown facility')
  return facility
}

interface ScheduleContext {
  call: string
  facility: Facility
  known: Provider | undefined
  ownTypes?: boolean
}

function scheduleOf(
  schedule: wire.WireSchedule,
  { call, facility, known, ownTypes = false }: ScheduleContext,
): Schedule {
  const info = noteOf(schedule.Facility_Info)
  return {
    provider: known ?? providerOf(schedule),
    facility,
    ...(info === undefined ? {} : { facilityInfo: info }),
    days: schedule.SlotsDate.map((day) => ({ day: day.ScheduleDate, slots: slotsOf(day, ownTypes) })),
    nextAvailableDay: dayIn(schedule.NextAvailability, call) || undefined,
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
