import { describe, expect, it } from 'vitest'
import type { Appointment } from '../../gateways/emr/appointments/appointments.ts'
import { chosenList, chosenPage } from './appointments.rules.ts'
import {
  appointmentsScreen,
  changeActions,
  listBlocks,
  nextBlocks,
  type Changes,
  type ListContent,
} from './appointments.screens.ts'

const visit: Appointment = {
  id: '1',
  providerId: '102',
  facilityId: '11',
  startsAt: '2026-11-27T15:40:00.000Z',
  minutes: 20,
  timeZone: 'America/New_York',
  providerName: 'Ann Bell',
  facilityName: 'Main office',
  facilityPhone: '2125550140',
  facilityAddress: '12 Main Street, New York, NY 10001',
  typeName: 'In-office Appointment',
  mode: 'inoffice',
}
const content = (parts: Partial<ListContent>): ListContent => ({
  list: 'upcoming',
  items: [],
  total: 0,
  request: { page: 1, size: 10, sizes: [5, 10] },
  bookable: true,
  office: '2125550140',
  ...parts,
})
const text = (value: unknown) => JSON.stringify(value)

describe('the address of the lists', () => {
  it('means what it can mean, and else the first page of the upcoming ones', () => {
    expect(chosenList('past')).toBe('past')
    expect(chosenList('nonsense')).toBe('upcoming')
    expect(chosenPage({ page: '3', size: '20' })).toMatchObject({ page: 3, size: 20 })
    for (const [page, size] of [
      ['0', '7'],
      ['-1', 'x'],
      ['1.5', ''],
      ['1e9', '1000'],
      [undefined, undefined],
    ])
      expect(chosenPage({ page, size })).toMatchObject({ page: 1, size: 10 })
  })

  it('opens its tab with its page; the other lists start at their first', () => {
    const screen = text(
      appointmentsScreen({ active: 'past', request: { page: 2, size: 5, sizes: [5, 10] }, bookable: true }),
    )
    expect(screen).toContain('appointments.past?page=2&size=5')
    expect(screen).toContain('appointments.upcoming?page=1&size=5')
  })
})

describe('a list', () => {
  it('says date with weekday and zone, provider, location and type [1 §2.54 §9.20]', () => {
    const [table] = listBlocks(content({ items: [visit], total: 1 }))
    expect(table).toMatchObject({
      columns: [{ label: 'Date' }, { label: 'Provider' }, { label: 'Location' }, { label: 'Type' }],
      rows: [
        {
          cells: {
            date: { text: 'Friday 11/27/2026, 10:40 AM', help: 'Eastern Time' },
            provider: { text: 'Ann Bell' },
            location: { text: 'Main office' },
            type: { text: 'In-office Appointment' },
          },
        },
      ],
    })
  })

  it('of cancelled ones says why', () => {
    const blocks = listBlocks(
      content({
        list: 'cancelled',
        items: [
          { ...visit, cancellationReason: 'Schedule conflict' },
          { ...visit, cancellationReason: '' },
        ],
        total: 2,
      }),
    )
    expect(blocks).toMatchObject([
      { rows: [{ cells: { reason: { text: 'Schedule conflict' } } }, { cells: { reason: { text: 'Not given' } } }] },
    ])
  })

  it('that is empty says what to do next', () => {
    expect(listBlocks(content({}))).toMatchObject([
      { empty: { text: 'You have no upcoming appointments.', next: { label: 'Book an appointment' } } },
    ])
    expect(text(listBlocks(content({ bookable: false })))).toContain('tel:+12125550140')
    expect(text(listBlocks(content({ bookable: false, office: '' })))).toContain('Please call the office')
    expect(text(listBlocks(content({ list: 'past' })))).toContain('See upcoming appointments')
    expect(listBlocks(content({ list: 'cancelled' }))[0]).not.toHaveProperty('paging')
  })
})

const at = new Date('2026-11-24T12:00:00.000Z')
const video: Appointment = { ...visit, mode: 'telederm', typeName: 'Video visit' }
const prepare = { id: 'prepare-1', label: 'Prepare for your visit', short: 'Prepare', to: '/prepare' }
const changes = (item: Appointment, more: Partial<Changes> = {}) =>
  changeActions(item, {
    ask: { name: 'appointments.askCancel' },
    cancel: true,
    reschedule: '/move',
    calendar: '/file',
    ...more,
  })

/** The actions of the only row, as `style label`; those of the menu in brackets. */
function rowOf(parts: Partial<ListContent> & { item?: Appointment }): string[] {
  const { item = visit, ...rest } = parts
  const [table] = listBlocks(content({ items: [item], total: 1, now: at, changes: (each) => changes(each), ...rest }))
  if (table?.kind !== 'table') throw new Error('no table')
  return (table.rows[0]?.actions ?? []).map(({ label, style = 'link', inMenu, disabled }) => {
    const words = `${style} ${label}${disabled ? `: ${disabled.reason}` : ''}`
    return inMenu ? `[${words}]` : words
  })
}

describe('the actions of a row', () => {
  const visits = new Map([['1', '/visit']])
  const links = new Map([['1', [prepare]]])

  it('are one primary, one secondary, and a menu with cancelling last and as danger', () => {
    expect(rowOf({ links })).toEqual([
      'primary Prepare',
      'secondary Reschedule',
      '[link Add to calendar]',
      '[danger Cancel]',
    ])
  })

  it('say when a video visit opens, and join once it is open', () => {
    const opens = (moment: string) => rowOf({ item: video, visits, links, now: new Date(moment) }).slice(0, 2)
    expect(opens('2026-11-24T12:00:00.000Z')).toEqual([
      'primary Prepare',
      'secondary Join video visit: Opens Fri 11/27, 10:35 AM',
    ])
    expect(opens('2026-11-27T15:34:59.000Z')).toEqual(['primary Prepare', 'secondary Join video visit: Opens 10:35 AM'])
    expect(opens('2026-11-27T15:35:00.000Z')).toEqual(['primary Join video visit', 'secondary Prepare'])
  })

  it('offer no cancelling inside the notice time, but say whom to call', () => {
    const late = (tooLate: string) =>
      rowOf({ links, changes: (item) => changes(item, { reschedule: undefined, tooLate }) })
    expect(late('2125550140')).toEqual([
      'primary Prepare',
      '[link Add to calendar]',
      '[link To cancel, call (212) 555-0140]',
    ])
    expect(late('').at(-1)).toBe('[link Cancel: It is too late to cancel here. Please call the office.]')
  })

  it('of a past visit book with the same provider again, where booking is offered', () => {
    const stars = { id: 'rate-1', label: 'Rate your visit', to: '/rate' }
    const past = { list: 'past', links: new Map([['1', [stars]]]) } as const
    expect(rowOf(past)).toEqual(['secondary Book again', 'link Rate your visit'])
    expect(rowOf({ ...past, bookable: false })).toEqual(['link Rate your visit'])
  })

  it('stand beside no street address for a video visit', () => {
    const [table] = listBlocks(content({ items: [video], total: 1 }))
    expect(table).toMatchObject({ rows: [{ cells: { location: { text: 'By video' } } }] })
    expect(
      text([listBlocks(content({ items: [video] })), nextBlocks({ next: video, bookable: true, office: '' })]),
    ).not.toContain('Main Street')
  })
})

describe('the next appointment', () => {
  it('stands on the dashboard, or the way to one', () => {
    const shown = text(
      nextBlocks({
        next: visit,
        links: [prepare],
        changes: changes(visit),
        now: at,
        mapUrl: 'https://maps.example.com/11',
        last: visit,
        bookable: true,
        office: '',
      }),
    )
    for (const words of [
      'Fri ',
      '27 ',
      'Nov',
      '10:40 AM',
      'Eastern Time',
      'https://maps.example.com/11',
      'Book again with Ann Bell',
    ])
      expect(shown).toContain(words)
    expect(shown.match(/Ann Bell/g)).toHaveLength(2)
    expect(text(nextBlocks({ next: visit, mapUrl: 'javascript:alert(1)', bookable: true, office: '' }))).not.toContain(
      'javascript',
    )
    expect(text(nextBlocks({ next: undefined, bookable: true, office: '' }))).toContain('/user/bookappointment/index')
    expect(text(nextBlocks({ next: undefined, bookable: false, office: '2125550140' }))).toContain('Please call')
  })
})
