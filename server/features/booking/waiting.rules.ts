import type { Schedule } from '../../gateways/emr/slots/slots.ts'
import { addDays, dayOf } from '../../protocol/time-words.ts'

/** How many days ahead a person may wait for; limited because each check reads all of them from the record server. */
const waitDays = 60
/** The most waiting-list entries of one person. */
export const mostWaiting = 5
/** Times that begin sooner than this are not offered. */
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

/** Identifies a free time; a provider is in one place at a time. */
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

/** Returns the times that are early enough and can still be reached, earliest first. */
export function fittingTimes(
  times: readonly FreeTime[],
  { untilDay, now }: { untilDay: string; now: Date },
): FreeTime[] {
  return times
    .filter(({ startsAt, timeZone }) => dayOf(startsAt, timeZone) <= untilDay)
    .filter(({ startsAt }) => Date.parse(startsAt) > now.getTime() + leadMs)
    .toSorted((one, other) => Date.parse(one.startsAt) - Date.parse(other.startsAt))
}

/** Returns the first time that was neither offered to this person before nor is offered to another one now. */
export function nextOffer(
  fitting: readonly FreeTime[],
  { notified, offered }: { notified: readonly string[]; offered: ReadonlySet<string> },
): FreeTime | undefined {
  return fitting.find((time) => !notified.includes(keyOf(time)) && !offered.has(keyOf(time)))
}
