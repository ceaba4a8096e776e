import type { Emr } from '../../gateways/emr/emr.ts'
import type { VisitMode } from '../../gateways/emr/reference/reference.ts'
import type { Schedule } from '../../gateways/emr/slots/slots.ts'
import { EmrError } from '../../gateways/emr/emr.errors.ts'
import { addDays } from '../../protocol/time-words.ts'
import { anyProvider, type ChoicesQuery, type Way } from './booking.choices.ts'
import { earliestDay } from './booking.empty.ts'
import { stripDays, type Openings } from './booking.strip.rules.ts'

export interface TimesRequest {
  way: Way
  choices: ChoicesQuery
  mode: VisitMode
  typeId: string
  from: string
  days: number
  ownTypes: boolean
}

/** One call to the record server for the times of a strip. */
export function requestTimes(
  emr: Emr,
  { way, choices: { facility: facilityId = '', provider }, from, days, ...request }: TimesRequest,
): Promise<Schedule[]> {
  const strip = { from, days, ...request }
  if (way === 'location') return emr.slotsForFacility({ ...strip, facilityId })
  if (way === 'date') return emr.slotsByDate({ day: from, ...request, facilityId })
  return emr.slotsForProvider({ ...strip, providerId: provider === anyProvider ? undefined : provider })
}

export interface OpeningsRequest extends Omit<TimesRequest, 'from' | 'days'> {
  today: string
  latest: string
  /** The first day of the strip; undefined if the address names none. */
  requested?: string
  /** The day of the person's own held time, which the record server no longer lists as free. */
  heldOn?: string
}

/**
 * Returns the days with free times that the strip leads to, each by a small call of its own. Without them, because the
 * record server failed, the strip moves by its fixed steps; the times below report the failure.
 */
export async function findOpenings(emr: Emr, { heldOn, requested, ...request }: OpeningsRequest): Promise<Openings> {
  const { today } = request
  const heldFrom = (day: string) => (heldOn !== undefined && heldOn >= day ? [heldOn] : [])
  const firstFrom = async (day: string) =>
    [...heldFrom(day), ...(await freeDayFrom(emr, { ...request, from: day }))].toSorted().at(0)
  const around = async (from: string) => {
    const [afterDay, afterWeek] = await Promise.all([firstFrom(addDays(from, 1)), firstFrom(addDays(from, stripDays))])
    return { ...(afterDay ? { afterDay } : {}), ...(afterWeek ? { afterWeek } : {}) }
  }
  if (requested === undefined) {
    const first = await firstFrom(today)
    return { ...(first ? { first } : {}), ...(await around(first ?? today)) }
  }
  const [first, rest] = await Promise.all([firstFrom(today), around(requested)])
  return { ...(first ? { first } : {}), ...rest }
}

/** The first day with a free time; undefined without one, or if the record server failed. */
export async function firstOpening(emr: Emr, request: Omit<OpeningsRequest, 'heldOn' | 'requested'>) {
  return (await freeDayFrom(emr, { ...request, from: request.today })).at(0)
}

async function freeDayFrom(
  emr: Emr,
  { way, latest, today: _today, ...request }: Omit<OpeningsRequest, 'heldOn' | 'requested'> & { from: string },
): Promise<string[]> {
  if (request.from > latest) return []
  try {
    const schedules = await requestTimes(emr, { ...request, way: way === 'date' ? 'location' : way, days: 1 })
    const day = earliestDay(schedules)
    return day !== undefined && day <= latest ? [day] : []
  } catch (error) {
    if (!(error instanceof EmrError)) throw error
    return []
  }
}
