import type { Schedule } from '../../gateways/emr/emr.ts'
import { addDays, dayOf } from '../../protocol/time-words.ts'

/** How far ahead somebody may wait: the record server is asked for all of it, again and again. */
const waitDays = 60
/** How many things a person may wait for. */
export const mostWaiting = 5
/** Nobody is told of a time that begins so soon. */
const leadMs = 60 * 60_000

export function lastWaitingDay(today: string): string {
  return addDays(today, waitDays)
}

export interface FreeTime {
  providerId: string
  facilityId: string
  startsAt: string
  timeZone: string
}

/** A provider is at one time in one place only. */
export function keyOf({ providerId, startsAt }: FreeTime): string {
  return `${providerId} ${startsAt}`
}

export function timesIn(schedules: readonly Schedule[]): FreeTime[] {
  return schedules.flatMap(({ provider, facility, days }) =>
    days.flatMap(({ slots }) =>
      slots.map(({ startsAt }) => ({
        providerId: provider.id,
        facilityId: facility.id,
        startsAt,
        timeZone: facility.timeZone,
      })),
    ),
  )
}

/** The times that are early enough and can still be reached, the first one first. */
export function fittingTimes(
  times: readonly FreeTime[],
  { untilDay, now }: { untilDay: string; now: Date },
): FreeTime[] {
  return times
    .filter(({ startsAt, timeZone }) => dayOf(startsAt, timeZone) <= untilDay)
    .filter(({ startsAt }) => Date.parse(startsAt) > now.getTime() + leadMs)
    .toSorted((one, other) => Date.parse(one.startsAt) - Date.parse(other.startsAt))
}

/** The first time that is news to the person and that nobody else is told of now. */
export function nextOffer(
  fitting: readonly FreeTime[],
  { told, offered }: { told: readonly string[]; offered: ReadonlySet<string> },
): FreeTime | undefined {
  return fitting.find((time) => !told.includes(keyOf(time)) && !offered.has(keyOf(time)))
}
