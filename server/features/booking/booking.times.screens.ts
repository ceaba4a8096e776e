import type { BlockList } from '../../../schemas/block.ts'
import type { Words } from '../../../schemas/base.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import type { Schedule, Slot, VisitMode } from '../../gateways/emr/emr.ts'
import { goTo } from '../../protocol/block-builders.ts'
import {
  clockTimes,
  dateText,
  dayOf,
  longDayText,
  shortDayText,
  zoneText,
  type ClockTime,
} from '../../protocol/time-words.ts'
import { slotsAddress } from './booking.addresses.ts'
import type { ChoicesQuery, SlotsQuery, Way } from './booking.choices.ts'
import { contactSpans, fullName } from './booking.facts.ts'
import { outOfNetwork, portrait } from './booking.options.ts'
import { withStart } from './booking.slots.screens.ts'
import { stripNarrowBelow } from './booking.strip.rules.ts'
import { earliestDay, emptySentence, type EmptyAbout } from './booking.empty.ts'

type Lane = BlockOf<'schedule'>['lanes'][number]
type LaneDay = Lane['days'][number]

/** A time that the person holds; the record server does not list it as free any more. */
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
  held?: HeldTime
  /** Of the location, or of the practice where no location was chosen. */
  office: string
  /** Providers who do not accept the chosen insurance, by their ids. */
  outside?: readonly string[]
  /** Where this view is, when that is not said by its choices. */
  here?: SlotsQuery
  /** The appointment that a chosen time is for, instead of a new one. */
  reschedule?: string
}

/** Specification 1 §9: how many times of a day show before Show More. */
const rowsOf: Record<Way, number> = { location: 6, provider: 6, date: 8 }

/** The schedule, or why there is none and what to do (specification 1 §8, empty schedule). */
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
      narrowBelow: stripNarrowBelow,
      parts: [
        { id: 'morning', text: 'Morning' },
        { id: 'afternoon', text: 'Afternoon' },
      ],
      lanes: [...lanes.filter(({ days }) => days.some(hasTimes)), ...lanes.filter(({ days }) => !days.some(hasTimes))],
    },
  ]
}

/** Where the strip shows one day, a week of which only a later day has times would look empty. */
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
    id: `lane-${provider.id}-${facility.id}`,
    ...(view.way === 'provider'
      ? placeWords(schedule, view)
      : { title: fullName(provider), lines: providerLines(schedule, view), picture: portrait(provider) }),
    zone: zoneText(facility.timeZone),
    days,
    ...(days.some(hasTimes) ? {} : { empty: emptyLane(schedule, view) }),
  }
}

function providerLines({ provider }: Schedule, { outside = [] }: TimesView): Words[] {
  return [provider.jobTitle, ...(outside.includes(provider.id) ? [outOfNetwork] : [])]
}

/** With any provider, a lane must say both who and where. */
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
    picture: portrait(provider),
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
  const { mode, typeId, held, reschedule } = view
  const providerId = schedule.provider.id
  const facilityId = schedule.facility.id
  const isHeld = held?.providerId === providerId && held.facilityId === facilityId && held.startsAt === startsAt
  return {
    id: `t-${providerId}-${facilityId}-${Date.parse(startsAt) / 60_000}`,
    text: clock.text,
    about: `${clock.text}, ${spoken}`,
    part: clock.hour < 12 ? 'morning' : 'afternoon',
    state: isHeld ? 'held' : 'free',
    do: {
      type: 'call',
      action: 'booking.hold',
      input: { mode, typeId, providerId, facilityId, startsAt, ...(reschedule ? { reschedule } : {}) },
    },
  }
}

function emptyLane({ facility, nextAvailableDay }: Schedule, view: TimesView): NonNullable<Lane['empty']> {
  const about: EmptyAbout = view.way === 'provider' && view.choices.provider !== 'any' ? 'location' : 'provider'
  return {
    text: emptySentence({ about, next: nextAvailableDay, office: facility.phone || view.office }),
    ...jumpTo(nextAvailableDay, view),
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
  const next = earliestDay(view.schedules)
  const text: Words = emptySentence({ about: view.way, next, office: view.office })
  const jump = jumpTo(next, view).next
  return {
    kind: 'notice',
    id: 'no-times',
    tone: 'info',
    announce: true,
    text,
    ...(jump ? { actions: [{ id: 'next-available', ...jump }] } : {}),
  }
}
