import type { Emr } from '../../gateways/emr/emr.ts'
import type { Facility, VisitMode } from '../../gateways/emr/reference/reference.ts'
import { EmrError } from '../../gateways/emr/emr.errors.ts'
import { firstOpening } from './booking.openings.ts'
import { bookableDays, type Openings } from './booking.strip.rules.ts'

export interface DaysRequest {
  mode: VisitMode
  typeId: string
  ownTypes: boolean
  /** Where the appointment can be. */
  places: readonly Facility[]
  today: string
  latest: string
  /** The first day of the strip; undefined if the address names none. */
  requested: string | undefined
}

/** A strip of days of all locations. */
export interface OpenDays {
  from: string
  /** Those of its days on which no location has a free time. */
  closed: readonly string[]
  openings: Openings
}

/**
 * Returns the strip from the first day that has a free time, or from the requested one: a small call for each day. The
 * locations are asked for their next day only where a whole week has none. If the record server fails, no day is closed.
 */
export async function findDays(emr: Emr, request: DaysRequest): Promise<OpenDays> {
  const { today, latest, requested } = request
  const start = requested ?? today
  try {
    const week = bookableDays(start, latest)
    const open = await openOf(emr, request, week)
    const first = open.at(0) ?? (await firstAfter(emr, request, start))
    const from = requested ?? first ?? today
    const shown = bookableDays(from, latest)
    const isOpen = new Set([
      ...open,
      ...(await openOf(
        emr,
        request,
        shown.filter((day) => !week.includes(day)),
      )),
    ])
    const afterDay = shown.find((day) => day > from && isOpen.has(day)) ?? (open.length === 0 ? first : undefined)
    return {
      from,
      closed: shown.filter((day) => !isOpen.has(day)),
      openings: {
        ...(first !== undefined && (requested === undefined || open.length === 0) ? { first } : {}),
        ...(afterDay !== undefined && afterDay > from ? { afterDay } : {}),
        ...(first !== undefined && first > (shown.at(-1) ?? from) ? { afterWeek: first } : {}),
      },
    }
  } catch (error) {
    if (!(error instanceof EmrError)) throw error
    return { from: start, closed: [], openings: {} }
  }
}

async function openOf(emr: Emr, { mode, typeId, places }: DaysRequest, days: readonly string[]): Promise<string[]> {
  const ids = new Set(places.map(({ id }) => id))
  const isFree = await Promise.all(
    days.map(async (day) => {
      const all = await emr.facilitiesByDate({ day, mode, typeId })
      return all.some(({ id, freeTimes }) => freeTimes > 0 && ids.has(id))
    }),
  )
  return days.filter((_, at) => isFree[at])
}

async function firstAfter(emr: Emr, { places, ...request }: DaysRequest, start: string): Promise<string | undefined> {
  const { mode, typeId, ownTypes, latest } = request
  const days = await Promise.all(
    places.map(({ id: facility }) =>
      firstOpening(emr, { way: 'location', choices: { facility }, mode, typeId, ownTypes, latest, today: start }),
    ),
  )
  return days
    .filter((day) => day !== undefined)
    .toSorted()
    .at(0)
}
