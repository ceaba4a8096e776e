import type { Picture, Words } from '../../../schemas/base.ts'
import type { BlockList } from '../../../schemas/block.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import type { Appointment, AppointmentList } from '../../gateways/emr/appointments/appointments.ts'
import { paths } from '../../practice/paths.ts'
import { opensAt } from '../../practice/visit-opening.rules.ts'
import { button, call, goTo, link, phone, text, title } from '../../protocol/block-builders.ts'
import type { Named, ScreenBody } from '../../protocol/definitions.ts'
import type { NamedLink } from '../../protocol/own-link.ts'
import {
  clockText,
  dayOf,
  dayParts,
  daysBetween,
  longDayText,
  momentText,
  shortDayText,
  zoneText,
} from '../../protocol/time-words.ts'
import { pagedRegion, pagingOf, type PageRequest } from '../../protocol/paging.ts'
import { lists } from './appointments.rules.ts'

/** The region with offers of earlier times; owned by the booking feature. */
const waitingRegion = 'booking.waiting'
type Row = BlockOf<'table'>['rows'][number]
type RowActions = NonNullable<Row['actions']>
type RowAction = RowActions[number]
type Cell = Row['cells'][string]

/** Returns the address where another time with the same provider is chosen. */
const labels: Record<AppointmentList, string> = { upcoming: 'Upcoming', past: 'Past', cancelled: 'Cancelled' }

export interface AppointmentsScreen {
  active: AppointmentList
  request: PageRequest
  /** Whether the person can book here. */
  bookable: boolean
  /** The appointment that has just been cancelled. */
  cancelled?: Appointment
  /** Shows the waiting list. */
  waiting?: boolean
}

/** Specification 1 §2: three lists. The address contains the open list, its page and its page size. */
export function appointmentsScreen({ active, request, bookable, cancelled, waiting }: AppointmentsScreen): ScreenBody {
  return {
    title: 'Appointments',
    blocks: [
      title('Appointments'),
      ...(cancelled ? [cancelledNotice(cancelled)] : []),
      ...(bookable
        ? [
            button('book', {
              text: 'Book an appointment',
              style: 'primary',
              icon: 'calendar',
              do: goTo(paths.booking()),
            }),
          ]
        : []),
      {
        kind: 'tabs',
        id: 'lists',
        label: 'Appointments',
        active,
        parameter: 'tab',
        tabs: lists.map((list) => ({
          id: list,
          label: labels[list],
          blocks: [listRegion(list, list === active ? request : { ...request, page: 1 })],
        })),
      },
      ...(waiting ? [{ kind: 'region' as const, id: 'waiting', src: waitingRegion }] : []),
    ],
  }
}

function cancelledNotice({ startsAt, timeZone, providerName }: Appointment): BlockOf<'notice'> {
  const words = `Your appointment on ${momentText(startsAt, timeZone)} with ${providerName} has been cancelled.`
  return { kind: 'notice', id: 'cancelled', tone: 'success', text: words, announce: true }
}

/** The next appointment of a patient, in one line for the staff. */
export function nextAppointmentText(next: Appointment): string {
  const place = next.mode === 'telederm' ? byVideo : next.facilityName
  return [momentText(next.startsAt, next.timeZone), next.typeName, next.providerName, place].filter(Boolean).join(' · ')
}

function listRegion(list: AppointmentList, page: PageRequest): BlockOf<'region'> {
  return pagedRegion(`${list}-list`, `appointments.${list}`, page)
}

export interface ListContent {
  list: AppointmentList
  items: readonly Appointment[]
  /** The addresses of video visits, by appointment id. */
  visits?: ReadonlyMap<string, string | undefined>
  /** Further links, by appointment id. */
  links?: ReadonlyMap<string, readonly NamedLink[]>
  /** Tells whether a video visit is open. */
  now?: Date
  /** Returns the actions on an appointment. */
  changes?: (item: Appointment) => RowActions
  total: number
  request: PageRequest
  bookable: boolean
  /** The practice's phone number, shown where booking is not offered. */
  office: string
}

export function listBlocks(content: ListContent): BlockList {
  const { list, items, total, request, bookable, office } = content
  const columns: BlockOf<'table'>['columns'] = [
    { id: 'date', label: 'Date', main: true, figures: true },
    { id: 'provider', label: 'Provider' },
    { id: 'location', label: 'Location' },
    { id: 'type', label: 'Type' },
    ...(list === 'cancelled' ? [{ id: 'reason', label: 'Reason' }] : []),
  ]
  return [
    {
      kind: 'table',
      id: `${list}-table`,
      caption: `${labels[list]} appointments`,
      hideCaption: true,
      columns,
      rows: items.map((item, index) => ({
        id: `${list}-${(request.page - 1) * request.size + index + 1}`,
        cells: cellsOf(item, list),
        ...withActions(actionsOf(item, content)),
      })),
      empty: emptyList({ list, bookable, office }),
      ...pagingOf({ ...request, total }, paths.appointments({ tab: list })),
    },
  ]
}

function actionsOf(
  item: Appointment,
  { list, visits, links, changes, now = new Date(0), bookable }: ListContent,
): RowActions {
  const linked = links?.get(item.id) ?? []
  if (list === 'past') return pastActions(item, linked, bookable)
  return upcomingActions(item, { visit: visits?.get(item.id), links: linked, now }, changes?.(item) ?? [])
}

function cellsOf(item: Appointment, list: AppointmentList): BlockOf<'table'>['rows'][number]['cells'] {
  return {
    date: whenOf(item),
    provider: { text: item.providerName },
    location: placeOf(item),
    type: { text: item.typeName },
    ...(list === 'cancelled' ? { reason: { text: item.cancellationReason || 'Not given' } } : {}),
  }
}

/** A video visit has no street address. */
function placeOf({ mode, facilityName, facilityAddress }: Appointment): Cell {
  return mode === 'telederm' ? { text: byVideo } : { text: facilityName, help: facilityAddress }
}

const byVideo = 'By video'

/** The zone is shown below the time, to leave the other columns enough width. */
function whenOf({ startsAt, timeZone }: Appointment): Cell {
  const text = `${longDayText(dayOf(startsAt, timeZone))}, ${clockText(startsAt, timeZone)}`
  return { text, help: zoneText(timeZone) }
}

/**
 * Always shown, so that people know where to find it; until the visit opens it says when (specification 1 §4). The page
 * behind it waits as well.
 */
function joinOf(item: Appointment, { visit, now }: { visit?: string; now: Date }): RowActions {
  if (!visit) return []
  const action: RowAction = {
    id: `join-${item.id}`,
    label: 'Join video visit',
    about: aboutOf(item),
    icon: 'video',
    do: goTo(visit),
  }
  return [now < opensAt(item) ? { ...action, disabled: { reason: opensWords(item, now) } } : action]
}

/** `Opens 9:55 AM`, with the day unless it is today. */
function opensWords(item: Appointment, now: Date): string {
  const { timeZone } = item
  const opens = opensAt(item)
  const day = dayOf(opens, timeZone)
  const isToday = day === dayOf(now, timeZone)
  return `Opens ${isToday ? '' : `${shortDayText(day)}, `}${clockText(opens, timeZone)}`
}

function linkOf(item: Appointment, { id, label, short, to }: NamedLink): RowAction {
  return { id, label: short ?? label, about: aboutOf(item), do: goTo(to) }
}

interface Leads {
  visit?: string
  links: readonly NamedLink[]
  now: Date
}

/**
 * One primary action a row (look.md): joining once the visit is open, else what comes before it; one secondary; the rest in
 * a menu, cancelling last.
 */
function upcomingActions(item: Appointment, { visit, links, now }: Leads, changes: RowActions): RowActions {
  const joining = joinOf(item, { visit, now })
  const linked = links.map((each) => linkOf(item, each))
  const isOpen = joining.some(({ disabled }) => !disabled)
  const [first, ...others] = isOpen ? [...joining, ...linked] : [...linked, ...joining]
  const [second, ...rest] = [...others, ...changes]
  return [
    ...(first ? [{ ...first, style: first.disabled ? ('secondary' as const) : ('primary' as const) }] : []),
    ...(second && !second.inMenu ? [{ style: 'secondary' as const, ...second }] : second ? [second] : []),
    ...rest.map((each) => ({ ...each, inMenu: true })),
  ]
}

/** For what is over: the same provider again, and what other features ask about it. */
function pastActions(item: Appointment, links: readonly NamedLink[], bookable: boolean): RowActions {
  const again: RowAction = {
    id: `again-${item.id}`,
    label: 'Book again',
    about: `with ${item.providerName}`,
    style: 'secondary',
    do: goTo(bookAgainAddress(item)),
  }
  return [...(bookable ? [again] : []), ...links.map((each) => linkOf(item, each))]
}

/** Returns the address where a time with the same provider is chosen. Questions without an answer are asked there. */
function bookAgainAddress({ mode, providerId }: Pick<Appointment, 'mode' | 'providerId'>): string {
  return paths.booking({ type: mode, by: 'provider', provider: providerId })
}

export interface Changes {
  /** The action that cancels it, after a question. */
  ask: Named
  cancel: boolean
  /** Inside the notice period: it can be cancelled by phone only. */
  isLate?: boolean
  /** The address where another time can be chosen. */
  reschedule?: string
  /** The address of its calendar file. */
  calendar?: string
  /** The number to call, when it is too late to change the appointment here; empty when it is not known. */
  tooLate?: string
}

/** Returns the actions of an upcoming appointment. */
export function changeActions(item: Appointment, { ask, cancel, reschedule, calendar, tooLate }: Changes): RowActions {
  const about = aboutOf(item)
  return [
    ...(reschedule ? [{ id: `move-${item.id}`, label: 'Reschedule', about, do: goTo(reschedule) }] : []),
    ...(calendar
      ? [
          {
            id: `calendar-${item.id}`,
            label: 'Add to calendar',
            about,
            inMenu: true,
            do: { type: 'download' as const, href: calendar, fileName: 'appointment.ics' },
          },
        ]
      : []),
    ...(cancel && tooLate === undefined
      ? [
          {
            id: `cancel-${item.id}`,
            label: 'Cancel',
            about,
            style: 'danger' as const,
            inMenu: true,
            do: call(ask, { appointmentId: item.id }),
          },
        ]
      : []),
    ...(cancel && tooLate !== undefined ? [callToCancel(item, tooLate)] : []),
  ]
}

/** Inside the notice time: whom to call. */
function callToCancel(item: Appointment, office: string): RowAction {
  const { text: number, href } = phone(office)
  const common = { id: `call-${item.id}`, about: `the appointment ${aboutOf(item)}`, inMenu: true }
  if (href === undefined)
    return {
      ...common,
      label: 'Cancel',
      disabled: { reason: 'It is too late to cancel here. Please call the office.' },
      do: goTo(paths.appointments()),
    }
  return { ...common, label: `To cancel, call ${number}`, icon: 'phone', do: { type: 'leave', href } }
}

function aboutOf({ startsAt, timeZone }: Appointment): string {
  return `on ${momentText(startsAt, timeZone)}`
}

function withActions(actions: RowActions): Pick<BlockOf<'table'>['rows'][number], 'actions'> {
  return actions.length > 0 ? { actions } : {}
}

/** An empty list suggests what to do next (look.md). */
function emptyList({
  list,
  bookable,
  office,
}: Pick<ListContent, 'list' | 'bookable' | 'office'>): BlockOf<'table'>['empty'] {
  const upcoming = { label: 'See upcoming appointments', do: goTo(paths.appointments({ tab: 'upcoming' })) }
  if (list === 'past')
    return {
      picture: 'calendar',
      text: 'You have no past appointments. Visits appear here after they end.',
      next: upcoming,
    }
  if (list === 'cancelled') return { picture: 'calendar', text: 'You have no cancelled appointments.', next: upcoming }
  if (bookable)
    return {
      picture: 'calendar',
      text: noneUpcoming,
      next: { label: 'Book an appointment', do: goTo(paths.booking()) },
    }
  return { picture: 'calendar', text: callToBook(office) }
}

const noneUpcoming = 'You have no upcoming appointments.'

function callToBook(office: string): Words {
  if (!office) return `${noneUpcoming} Please call the office to make one.`
  return [{ text: `${noneUpcoming} Please call ` }, phone(office), { text: ' to make one.' }]
}

export interface NextContent {
  next: Appointment | undefined
  /** The address of its video visit, if it has one. */
  visit?: string
  links?: readonly NamedLink[]
  changes?: RowActions
  now?: Date
  /** Of its provider. */
  portrait?: Picture
  /** What its provider is: `Dermatologist`. */
  jobTitle?: string
  /** Of its location. */
  mapUrl?: string
  photo?: Picture
  /** The last visit, to book with the same provider again. */
  last?: Pick<Appointment, 'mode' | 'providerId' | 'providerName'>
  bookable: boolean
  office: string
}

/** For the dashboard: the next appointment with what to do about it, and booking another one (look.md). */
export function nextBlocks(content: NextContent): BlockList {
  const { next, bookable, office } = content
  if (!next && !bookable) return [noneNext(callToBook(office))]
  return [...(next ? [nextCard(next, content)] : [noneNext(noneUpcoming)]), ...(bookable ? bookingBlocks(content) : [])]
}

function noneNext(words: Words): BlockOf<'list'> {
  const empty = { picture: 'calendar', text: words } as const
  return { kind: 'list', id: 'next-none', label: 'Your next appointment', rows: [], empty }
}

function nextCard(next: Appointment, content: NextContent): BlockOf<'section'> {
  const { visit, links = [], changes = [], now = new Date(0), photo } = content
  const when: BlockOf<'stack'> = {
    kind: 'stack',
    id: 'next-when',
    direction: 'across',
    oneLine: true,
    blocks: [dayStamp(next), { kind: 'stack', id: 'next-what', gap: 'small', blocks: nextFacts(next, content) }],
  }
  return {
    kind: 'section',
    id: 'next-card',
    blocks: [
      photo
        ? {
            kind: 'grid',
            id: 'next-place-beside',
            columns: 2,
            aside: true,
            blocks: [when, { kind: 'image', id: 'next-photo', shape: 'wide', from: 960, picture: photo }],
          }
        : when,
    ],
    actions: upcomingActions(next, { visit, links, now }, changes),
  }
}

function nextFacts(next: Appointment, { now = new Date(0), portrait, jobTitle, mapUrl }: NextContent): BlockList {
  const who: Words = [{ text: next.providerName, strong: true }, ...(jobTitle ? [{ text: `\n${jobTitle}` }] : [])]
  return [
    text('next-time', [
      { text: clockText(next.startsAt, next.timeZone), strong: true },
      { text: ` ${zoneText(next.timeZone)}\n${daysAwayText(next, now)}` },
    ]),
    {
      kind: 'stack',
      id: 'next-who',
      direction: 'across',
      oneLine: true,
      gap: 'small',
      blocks: [
        ...(portrait
          ? [{ kind: 'image' as const, id: 'next-portrait', picture: portrait, small: true, from: 360 }]
          : []),
        text('next-provider', who),
      ],
    },
    text('next-type', next.typeName),
    text('next-place', nextPlace(next, mapUrl)),
  ]
}

/** `Today`, `Tomorrow`, `In 6 days`, in the time zone of the appointment. */
function daysAwayText({ startsAt, timeZone }: Pick<Appointment, 'startsAt' | 'timeZone'>, now: Date): string {
  const days = daysBetween(dayOf(now, timeZone), dayOf(startsAt, timeZone))
  if (days <= 0) return 'Today'
  return days === 1 ? 'Tomorrow' : `In ${days} days`
}

/** `FRI 27 NOV`, in three lines. */
function dayStamp({ startsAt, timeZone }: Appointment): BlockOf<'text'> {
  const { weekday, day, month } = dayParts(dayOf(startsAt, timeZone))
  const words = [{ text: `${weekday} ` }, { text: `${day} `, strong: true }, { text: month }]
  return { ...text('next-day', words), stamp: true }
}

function nextPlace({ mode, facilityName, facilityAddress }: Appointment, mapUrl: string | undefined): Words {
  if (mode === 'telederm') return byVideo
  const name = mapUrl?.startsWith('https://') ? { text: facilityName, href: mapUrl } : { text: facilityName }
  return [name, { text: `, ${facilityAddress}` }]
}

/** With an appointment, booking another one is among the tiles of the dashboard. */
function bookingBlocks({ next, last }: NextContent): BlockList {
  const book = button('next-book', { text: 'Book an appointment', style: 'primary', do: goTo(paths.booking()) })
  const again = last && link('next-again', { text: `Book again with ${last.providerName}`, to: bookAgainAddress(last) })
  const blocks = [...(next ? [] : [book]), ...(again ? [again] : [])]
  return blocks.length === 0 ? [] : [{ kind: 'stack', id: 'next-booking', direction: 'across', blocks }]
}
