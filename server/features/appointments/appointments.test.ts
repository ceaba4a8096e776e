import { describe, expect, it } from 'vitest'
import type { Appointment } from '../../gateways/emr/emr.ts'
import { chosenList, chosenPage, lastPage } from './appointments.rules.ts'
import { appointmentsScreen, listBlocks, nextBlocks, type ListContent } from './appointments.screens.ts'

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
  wish: { page: 1, size: 10 },
  bookable: true,
  office: '2125550140',
  ...parts,
})
const text = (value: unknown) => JSON.stringify(value)

describe('the address of the lists', () => {
  it('means what it can mean, and else the first page of the upcoming ones', () => {
    expect(chosenList('past')).toBe('past')
    expect(chosenList('nonsense')).toBe('upcoming')
    expect(chosenPage({ page: '3', size: '20' })).toEqual({ page: 3, size: 20 })
    for (const [page, size] of [
      ['0', '7'],
      ['-1', 'x'],
      ['1.5', ''],
      ['1e9', '1000'],
      [undefined, undefined],
    ])
      expect(chosenPage({ page, size })).toEqual({ page: 1, size: 10 })
    expect(lastPage({ total: 11, size: 5 })).toBe(3)
  })

  it('opens its tab with its page; the other lists start at their first', () => {
    const screen = text(appointmentsScreen({ active: 'past', wish: { page: 2, size: 5 }, bookable: true }))
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

describe('the next appointment', () => {
  it('stands on the dashboard, or the way to one', () => {
    expect(text(nextBlocks({ next: visit, bookable: true, office: '' }))).toContain('Friday 11/27/2026')
    expect(text(nextBlocks({ next: undefined, bookable: true, office: '' }))).toContain('/user/bookappointment/index')
    expect(text(nextBlocks({ next: undefined, bookable: false, office: '2125550140' }))).toContain('Please call')
  })
})
