import type { BlockList } from '../../../schemas/block.ts'
import type { Words } from '../../../schemas/base.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import type { Appointment, AppointmentList } from '../../gateways/emr/emr.ts'
import type { ScreenBody } from '../../ui/definitions.ts'
import { button, goTo, link, phone, text, title } from '../../ui/pens.ts'
import { momentText } from '../../ui/time-words.ts'
import { lists, pageSizes, type ListWish } from './appointments.rules.ts'

export const appointmentsRoute = '/user/home/appointments'
export const bookingRoute = '/user/bookappointment/index'

const labels: Record<AppointmentList, string> = { upcoming: 'Upcoming', past: 'Past', cancelled: 'Cancelled' }

export interface AppointmentsScreen {
  active: AppointmentList
  wish: ListWish
  /** Whether the person can book here. */
  bookable: boolean
}

/** Specification 1 §2: three lists; the open one, its page and its size stand in the address. */
export function appointmentsScreen({ active, wish, bookable }: AppointmentsScreen): ScreenBody {
  return {
    title: 'Appointments',
    blocks: [
      title('Appointments'),
      ...(bookable
        ? [button('book', { text: 'Book an appointment', style: 'primary', icon: 'calendar', do: goTo(bookingRoute) })]
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
    ],
  }
}

function listRegion(list: AppointmentList, { page, size }: ListWish): BlockOf<'region'> {
  return { kind: 'region', id: `${list}-list`, src: `appointments.${list}?page=${page}&size=${size}`, shape: 'table' }
}

export interface ListContent {
  list: AppointmentList
  items: readonly Appointment[]
  total: number
  wish: ListWish
  bookable: boolean
  /** Of the practice, to call where booking is not offered here. */
  office: string
}

export function listBlocks({ list, items, total, wish, ...rest }: ListContent): BlockList {
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
      })),
      empty: emptyList({ list, ...rest }),
      ...(total > 0 ? { paging: pagingOf(list, { total, ...wish }) } : {}),
    },
  ]
}

function cellsOf(item: Appointment, list: AppointmentList): BlockOf<'table'>['rows'][number]['cells'] {
  return {
    date: { text: momentText(item.startsAt, item.timeZone) },
    provider: { text: item.providerName },
    location: { text: item.facilityName, help: item.facilityAddress },
    type: { text: item.typeName },
    ...(list === 'cancelled' ? { reason: { text: item.cancellationReason || 'Not given' } } : {}),
  }
}

function pagingOf(
  list: AppointmentList,
  { total, page, size }: ListWish & { total: number },
): NonNullable<BlockOf<'table'>['paging']> {
  const here = `${appointmentsRoute}?tab=${list}`
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
  const upcoming = { label: 'See upcoming appointments', do: goTo(`${appointmentsRoute}?tab=upcoming`) }
  if (list === 'past')
    return { text: 'You have no past appointments. A visit stands here once it is over.', next: upcoming }
  if (list === 'cancelled') return { text: 'You have no cancelled appointments.', next: upcoming }
  if (bookable) return { text: noneUpcoming, next: { label: 'Book an appointment', do: goTo(bookingRoute) } }
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
  bookable,
  office,
}: {
  next: Appointment | undefined
  bookable: boolean
  office: string
}): BlockList {
  if (!next && bookable)
    return [
      text('next-none', noneUpcoming),
      link('next-book', { text: 'Book an appointment', to: bookingRoute, icon: 'calendar' }),
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
    link('next-all', { text: 'All appointments', to: appointmentsRoute }),
  ]
}
