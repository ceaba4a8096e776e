import type { BlockList } from '../../../schemas/block.ts'
import type { Words } from '../../../schemas/base.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import type { VisitMode } from '../../gateways/emr/reference/reference.ts'
import type { Schedule, Slot } from '../../gateways/emr/slots/slots.ts'
import { call, goTo } from '../../protocol/block-builders.ts'
import {
  clockTimes,
  dateText,
  dayOf,
  longDayText,
  monthDayText,
  shortDayText,
  zoneText,
  type ClockTime,
} from '../../protocol/time-words.ts'
import { slotsAddress } from './booking.addresses.ts'
import type { ChoicesQuery, SlotsQuery, Way } from './booking.choices.ts'
import { contactSpans, fullName } from './booking.facts.ts'
import { portraitOf } from '../../practice/portrait.ts'
import type { Named } from '../../protocol/definitions.ts'
import { outOfNetwork } from './booking.options.ts'
import { withStart } from './booking.slots.screens.ts'
import { stripNarrowBelow } from './booking.strip.rules.ts'
import { earliestDay, emptySentence, onlyEarlierSentence } from './booking.empty.ts'

type Lane = BlockOf<'schedule'>['lanes'][number]
type LaneDay = Lane['days'][number]

/** A slot that the person holds; the record server no longer lists it as free. */
export interface HeldTime extends Slot {
  providerId: string
  facilityId: string
}

export interface TimesView {
  way: Way
  choices: ChoicesQuery
  mode: VisitMode
  typeId: string
  schedules: readonly Schedule[]
  /** The action that holds a time. */
  hold: Named
  held?: HeldTime
  /** The last day that can be booked. */
  latest: string
  /** The first day with a free time, if nothing from the shown days on has one. */
  first?: string
  /** The phone number of the location, or of the practice when no location was chosen. */
  office: string
  /** The ids of providers who do not accept the chosen insurance. */
  outside?: readonly string[]
  /** The choices of the current address, if they differ from `choices`. */
  here?: SlotsQuery
  /** The appointment to be moved to the chosen time, instead of a new booking. */
  reschedule?: string
}

/** Specification 1 §9: how many times of a day show before Show More. */
const rowsOf: Record<Way, number> = { location: 6, provider: 6, date: 8 }

/** Shows the schedule, or why it is empty and what to do (specification 1 §8, empty schedule). */
export function timesBlocks(view: TimesView): BlockList {
  const { way, schedules } = view
  const lanes = schedules.map((schedule) => laneOf(schedule, view))
  if (!lanes.some(({ days }) => days.some(hasTimes))) return [nothingNotice(view)]
  return [
    ...laterThisWeek(lanes, view),
    {
      kind: 'schedule',
      id: 'schedule',
      label: 'Times',
      rows: rowsOf[way],
      more: 'Show More',
      less: 'Show Less',
      heldText: 'Held for you',
      goneText: 'Taken',
      narrowBelow: stripNarrowBelow,
      headed: true,
      ...foldOf(lanes, view),
      parts: [
        { id: 'morning', text: 'Morning' },
        { id: 'afternoon', text: 'Afternoon' },
      ],
      lanes: [...lanes.filter(({ days }) => days.some(hasTimes)), ...lanes.filter(({ days }) => !days.some(hasTimes))],
    },
  ]
}

/** One line for all who have no time in what shows: seven days, or one on a narrow screen. */
function foldOf(lanes: readonly Lane[], view: TimesView): Pick<BlockOf<'schedule'>, 'fold'> {
  const range = view.way === 'date' ? 'on this day' : 'this week'
  const wide = foldWords(
    lanes.filter(({ empty }) => empty),
    { view, range },
  )
  const narrow = foldWords(
    lanes.filter(({ empty, later }) => empty ?? later),
    { view, range: 'on this day' },
  )
  if (narrow === undefined) return {}
  return { fold: { ...(wide ? { wide } : {}), narrow } }
}

/** Such as `4 providers have no times this week; next: Nov 27`. */
function foldWords(lanes: readonly Lane[], { view, range }: { view: TimesView; range: string }): string | undefined {
  if (lanes.length === 0) return undefined
  const one = aboutLanes(view)
  const who = lanes.length === 1 ? `1 ${one} has` : `${lanes.length} ${one}s have`
  const ids = new Set(lanes.map(({ id }) => id))
  const next = earliestDay(
    view.schedules
      .filter((schedule) => ids.has(laneId(schedule)))
      .map((schedule) => ({ nextAvailableDay: laterDay(schedule) ?? bookableNext(schedule, view) })),
  )
  return `${who} no times ${range}${next ? `; next: ${monthDayText(next)}` : ''}`
}

function aboutLanes({ way, choices }: TimesView): 'location' | 'provider' {
  return way === 'provider' && choices.provider !== 'any' ? 'location' : 'provider'
}

/** The first day with a free time among those that were asked for. */
function laterDay({ days }: Schedule): string | undefined {
  return days.find(({ slots }) => slots.length > 0)?.day
}

/** On narrow screens, which show one day, a week whose only free times are on a later day would look empty. */
function laterThisWeek(lanes: readonly Lane[], view: TimesView): BlockOf<'notice'>[] {
  const { way, office } = view
  const [next] = lanes.flatMap(({ days }) => days.filter(hasTimes).map(({ day }) => day)).toSorted()
  if (next === undefined || next === lanes[0]?.days[0]?.day) return []
  const jump = jumpTo(next, view).next
  return [
    {
      kind: 'notice',
      id: 'later-this-week',
      tone: 'info',
      upTo: stripNarrowBelow - 1,
      text: emptySentence({ about: way, next, office }),
      ...(jump ? { actions: [{ id: 'go-to-next', ...jump }] } : {}),
    },
  ]
}

function hasTimes({ times }: LaneDay): boolean {
  return times.length > 0
}

function laneOf(schedule: Schedule, view: TimesView): Lane {
  const { provider, facility } = schedule
  const days = schedule.days.map(({ day, slots }) =>
    laneDay(withHeld(slots, { day, schedule, held: view.held }), { day, schedule, view }),
  )
  return {
    id: laneId(schedule),
    ...(view.way === 'provider'
      ? placeWords(schedule, view)
      : { title: fullName(provider), lines: providerLines(schedule, view), picture: portraitOf(provider) }),
    zone: zoneText(facility.timeZone),
    days,
    ...withoutTimes(days, { schedule, view }),
  }
}

function laneId({ provider, facility }: Schedule): string {
  return `lane-${provider.id}-${facility.id}`
}

function withoutTimes(
  days: readonly LaneDay[],
  { schedule, view }: { schedule: Schedule; view: TimesView },
): Pick<Lane, 'empty' | 'later'> {
  const [first, ...rest] = days
  if (first && hasTimes(first)) return {}
  const later = rest.find(hasTimes)?.day
  if (later !== undefined) return { later: noTimes(later, { schedule, view }) }
  return { empty: noTimes(bookableNext(schedule, view), { schedule, view }) }
}

function providerLines({ provider }: Schedule, { outside = [] }: TimesView): Words[] {
  return [...(provider.jobTitle ? [provider.jobTitle] : []), ...(outside.includes(provider.id) ? [outOfNetwork] : [])]
}

/** With any provider, a lane must show both provider and facility. */
function placeWords(schedule: Schedule, view: TimesView): Pick<Lane, 'title' | 'lines' | 'picture'> {
  const { provider, facility } = schedule
  const place = `${facility.address}, ${facility.city}, ${facility.state} ${facility.zip}`
  const contact = contactSpans(facility)
  const network = view.outside?.includes(provider.id) ? [outOfNetwork] : []
  if (view.choices.provider === provider.id)
    return { title: facility.name, lines: [place, ...(contact.length > 0 ? [contact] : []), ...network] }
  return {
    title: fullName(provider),
    lines: [...providerLines(schedule, view), facility.name],
    picture: portraitOf(provider),
  }
}

function withHeld(
  slots: readonly Slot[],
  { day, schedule, held }: { day: string; schedule: Schedule; held?: HeldTime },
): readonly Slot[] {
  const { provider, facility } = schedule
  if (
    !held ||
    held.providerId !== provider.id ||
    held.facilityId !== facility.id ||
    dayOf(held.startsAt, facility.timeZone) !== day
  )
    return slots
  const others = slots.filter(({ startsAt }) => startsAt !== held.startsAt)
  return [...others, held].toSorted((one, other) => Date.parse(one.startsAt) - Date.parse(other.startsAt))
}

function laneDay(
  slots: readonly Slot[],
  { day, schedule, view }: { day: string; schedule: Schedule; view: TimesView },
): LaneDay {
  const clocks = clockTimes(
    slots.map(({ startsAt }) => startsAt),
    schedule.facility.timeZone,
  )
  const spoken = `${longDayText(day)}, ${fullName(schedule.provider)}, ${schedule.facility.name}`
  return {
    day,
    heading: shortDayText(day),
    none: 'No times',
    times: slots.flatMap((slot, index) => {
      const clock = clocks[index]
      return clock ? [timeOf(slot, { clock, spoken, schedule, view })] : []
    }),
  }
}

function timeOf(
  { startsAt }: Slot,
  { clock, spoken, schedule, view }: { clock: ClockTime; spoken: string; schedule: Schedule; view: TimesView },
): LaneDay['times'][number] {
  const { mode, typeId, hold, held, reschedule } = view
  const providerId = schedule.provider.id
  const facilityId = schedule.facility.id
  const isHeld = held?.providerId === providerId && held.facilityId === facilityId && held.startsAt === startsAt
  return {
    id: `t-${providerId}-${facilityId}-${Date.parse(startsAt) / 60_000}`,
    text: clock.text,
    about: `${clock.text}, ${spoken}`,
    part: clock.hour < 12 ? 'morning' : 'afternoon',
    state: isHeld ? 'held' : 'free',
    do: call(hold, { mode, typeId, providerId, facilityId, startsAt, ...(reschedule ? { reschedule } : {}) }),
  }
}

/** A day that cannot be booked yet is left out: a link there would lead to this page again. */
function bookableNext(
  { nextAvailableDay }: Pick<Schedule, 'nextAvailableDay'>,
  { latest }: TimesView,
): string | undefined {
  return nextAvailableDay !== undefined && nextAvailableDay <= latest ? nextAvailableDay : undefined
}

function noTimes(
  next: string | undefined,
  { schedule: { facility }, view }: { schedule: Schedule; view: TimesView },
): NonNullable<Lane['empty']> {
  return {
    text: emptySentence({ about: aboutLanes(view), next, office: facility.phone || view.office }),
    ...jumpTo(next, view),
  }
}

function jumpTo(
  day: string | undefined,
  { way, choices, here = choices }: TimesView,
): Pick<NonNullable<Lane['empty']>, 'next'> {
  if (!day) return {}
  return {
    next: { label: `Go to ${dateText(day)}`, do: goTo(slotsAddress(way, withStart(here, { way, from: day }))) },
  }
}

function nothingNotice(view: TimesView): BlockOf<'notice'> {
  const next = earliestDay(view.schedules.map((schedule) => ({ nextAvailableDay: bookableNext(schedule, view) })))
  const { way: about, office, first } = view
  const onlyEarlier = next === undefined && first !== undefined
  const text: Words = onlyEarlier
    ? onlyEarlierSentence(about, { first, office })
    : emptySentence({ about, next, office })
  const jump = jumpTo(onlyEarlier ? first : next, view).next
  return {
    kind: 'notice',
    id: 'no-times',
    tone: 'info',
    announce: true,
    text,
    ...(jump ? { actions: [{ id: 'next-available', ...jump }] } : {}),
  }
}
