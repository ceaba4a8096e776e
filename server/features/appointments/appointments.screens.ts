import type { Words } from '../../../schemas/base.ts'
import type { BlockList } from '../../../schemas/block.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import type { Appointment, AppointmentList } from '../../gateways/emr/emr.ts'
import { routes } from '../../practice/routes.ts'
import { button, goTo, link, phone, text, title } from '../../protocol/block-builders.ts'
import type { ScreenBody } from '../../protocol/definitions.ts'
import type { NamedLink } from '../../protocol/own-link.ts'
import { clockText, dayOf, longDayText, momentText, zoneText } from '../../protocol/time-words.ts'
import { lists, pageSizes, type ListWish } from './appointments.rules.ts'

/** Offers to book earlier times; drawn by the feature of booking. */
const waitingRegion = 'booking.waiting'
type RowActions = NonNullable<BlockOf<'table'>['rows'][number]['actions']>

/** Where another time of the same provider is chosen. */
export function rescheduleAddress(appointmentId: string): string {
  return `/user/bookappointment/provider/slots?reschedule=${appointmentId}`
}

const labels: Record<AppointmentList, string> = { upcoming: 'Upcoming', past: 'Past', cancelled: 'Cancelled' }

export interface AppointmentsScreen {
  active: AppointmentList
  wish: ListWish
  /** Whether the person can book here. */
  bookable: boolean
  /** Has just been cancelled. */
  cancelled?: Appointment
  /** Shows the waiting list. */
  waiting?: boolean
}

/** Specification 1 §2: three lists; the open one, its page and its size stand in the address. */
export function appointmentsScreen({ active, wish, bookable, cancelled, waiting }: AppointmentsScreen): ScreenBody {
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
              do: goTo(routes.booking),
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
          blocks: [listRegion(list, list === active ? wish : { ...wish, page: 1 })],
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

function listRegion(list: AppointmentList, { page, size }: ListWish): BlockOf<'region'> {
  return { kind: 'region', id: `${list}-list`, src: `appointments.${list}?page=${page}&size=${size}`, shape: 'table' }
}

export interface ListContent {
  list: AppointmentList
  items: readonly Appointment[]
  /** The ways into video visits, by the id of the appointment. */
  visits?: ReadonlyMap<string, string | undefined>
  /** Further links of an appointment, by its id. */
  links?: ReadonlyMap<string, readonly NamedLink[]>
  /** What can be done with an appointment. */
  changes?: (item: Appointment) => RowActions
  total: number
  wish: ListWish
  bookable: boolean
  /** Of the practice, to call where booking is not offered here. */
  office: string
}

export function listBlocks({ list, items, visits, links, changes, total, wish, ...rest }: ListContent): BlockList {
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
        id: `${list}-${(wish.page - 1) * wish.size + index + 1}`,
        cells: cellsOf(item, list),
        ...withActions([
          ...joinOf(item, visits?.get(item.id)),
          ...(links?.get(item.id) ?? []).flatMap((each) => linkOf(item, each)),
          ...(changes?.(item) ?? []),
        ]),
      })),
      empty: emptyList({ list, ...rest }),
      ...(total > Math.min(...pageSizes) ? { paging: pagingOf(list, { total, ...wish }) } : {}),
    },
  ]
}

function cellsOf(item: Appointment, list: AppointmentList): BlockOf<'table'>['rows'][number]['cells'] {
  return {
    date: whenOf(item),
    provider: { text: item.providerName },
    location: { text: item.facilityName, help: item.facilityAddress },
    type: { text: item.typeName },
    ...(list === 'cancelled' ? { reason: { text: item.cancellationReason || 'Not given' } } : {}),
  }
}

/** The zone stands below, so that the other columns have room for their words. */
function whenOf({ startsAt, timeZone }: Appointment): BlockOf<'table'>['rows'][number]['cells'][string] {
  const text = `${longDayText(dayOf(startsAt, timeZone))}, ${clockText(startsAt, timeZone)}`
  return { text, help: zoneText(timeZone) }
}

const join = 'Join video visit'

/** Always there, so that people know where it will be; the page says when it opens (specification 1 §4). */
function joinOf(item: Appointment, visit: string | undefined): RowActions {
  if (!visit) return []
  return [{ id: `join-${item.id}`, label: join, about: aboutOf(item), do: goTo(visit) }]
}

function linkOf(item: Appointment, found: NamedLink | undefined): RowActions {
  if (!found) return []
  return [{ id: found.id, label: found.label, about: aboutOf(item), do: goTo(found.to) }]
}

export interface Changes {
  cancel: boolean
  /** Where another time can be chosen. */
  reschedule?: string
  /** Where its calendar file is. */
  calendar?: string
}

/** What a person may do with an upcoming appointment. */
export function changeActions(item: Appointment, { cancel, reschedule, calendar }: Changes): RowActions {
  const about = aboutOf(item)
  const ask = { type: 'call', action: 'appointments.askCancel', input: { appointmentId: item.id } } as const
  return [
    ...(reschedule ? [{ id: `move-${item.id}`, label: 'Reschedule', about, do: goTo(reschedule) }] : []),
    ...(cancel ? [{ id: `cancel-${item.id}`, label: 'Cancel', about, do: ask }] : []),
    ...(calendar
      ? [
          {
            id: `calendar-${item.id}`,
            label: 'Add to calendar',
            about,
            do: { type: 'download' as const, href: calendar, fileName: 'appointment.ics' },
          },
        ]
      : []),
  ]
}

function aboutOf({ startsAt, timeZone }: Appointment): string {
  return `on ${momentText(startsAt, timeZone)}`
}

function withActions(actions: RowActions): Pick<BlockOf<'table'>['rows'][number], 'actions'> {
  return actions.length > 0 ? { actions } : {}
}

function pagingOf(
  list: AppointmentList,
  { total, page, size }: ListWish & { total: number },
): NonNullable<BlockOf<'table'>['paging']> {
  const here = `${routes.appointments}?tab=${list}`
  return {
    page,
    size,
    total,
    sizes: [...pageSizes],
    toPage: { type: 'navigate', to: `${here}&size=${size}`, parameter: 'page' },
    toSize: { type: 'navigate', to: here, parameter: 'size' },
  }
}

/** An empty list says what to do next (look.md). */
function emptyList({
  list,
  bookable,
  office,
}: Pick<ListContent, 'list' | 'bookable' | 'office'>): BlockOf<'table'>['empty'] {
  const upcoming = { label: 'See upcoming appointments', do: goTo(`${routes.appointments}?tab=upcoming`) }
  if (list === 'past')
    return { text: 'You have no past appointments. A visit stands here once it is over.', next: upcoming }
  if (list === 'cancelled') return { text: 'You have no cancelled appointments.', next: upcoming }
  if (bookable) return { text: noneUpcoming, next: { label: 'Book an appointment', do: goTo(routes.booking) } }
  return { text: callToBook(office) }
}

const noneUpcoming = 'You have no upcoming appointments.'

function callToBook(office: string): Words {
  if (!office) return `${noneUpcoming} Please call the office to make one.`
  return [{ text: `${noneUpcoming} Please call ` }, phone(office), { text: ' to make one.' }]
}

/** For the dashboard: the next appointment, or the way to one. */
export function nextBlocks({
  next,
  visit,
  bookable,
  office,
}: {
  next: Appointment | undefined
  /** The way into its video visit, if it is one. */
  visit?: string
  bookable: boolean
  office: string
}): BlockList {
  if (!next && bookable)
    return [
      text('next-none', noneUpcoming),
      link('next-book', { text: 'Book an appointment', to: routes.booking, icon: 'calendar' }),
    ]
  if (!next) return [text('next-none', callToBook(office))]
  return [
    {
      kind: 'facts',
      id: 'next-facts',
      label: 'Your next appointment',
      facts: [
        { id: 'next-date', name: 'Date', value: momentText(next.startsAt, next.timeZone) },
        { id: 'next-provider', name: 'Provider', value: next.providerName },
        { id: 'next-location', name: 'Location', value: `${next.facilityName}, ${next.facilityAddress}` },
        { id: 'next-type', name: 'Type', value: next.typeName },
      ],
    },
    ...(visit ? [button('next-join', { text: join, style: 'primary', icon: 'video', do: goTo(visit) })] : []),
    link('next-all', { text: 'All appointments', to: routes.appointments }),
  ]
}
