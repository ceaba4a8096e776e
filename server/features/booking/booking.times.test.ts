import { describe, expect, it } from 'vitest'
import type { BlockOf } from '../../../schemas/blocks.ts'
import { facility, schedule } from '../../../tests/support/booking-examples.ts'
import { emptySentence } from './booking.empty.ts'
import { timesBlocks, type TimesView } from './booking.times.screens.ts'

const view = (parts: Partial<TimesView>): TimesView => ({
  way: 'location',
  choices: { type: 'inoffice', visit: '1', region: '1', facility: '11' },
  mode: 'inoffice',
  typeId: '1',
  schedules: [],
  hold: { name: 'booking.hold' },
  office: '2125550140',
  latest: '2027-11-23',
  ...parts,
})
function drawn(parts: Partial<TimesView>): BlockOf<'schedule'> {
  const [block] = timesBlocks(view(parts))
  if (block?.kind !== 'schedule') throw new Error('no schedule')
  return block
}
const words = (parts: Parameters<typeof emptySentence>[0]) =>
  [emptySentence(parts)]
    .flat()
    .map((span) => (typeof span === 'string' ? span : span.text))
    .join('')
const monday = '2026-11-23T14:00:00.000Z'

describe('the times', () => {
  it('stand under their day, morning and afternoon apart, with the zone named', () => {
    const { lanes, parts } = drawn({ schedules: [schedule({ times: [monday, '2026-11-23T17:20:00.000Z'] })] })
    expect(parts.map(({ id }) => id)).toEqual(['morning', 'afternoon'])
    expect(lanes[0]).toMatchObject({
      title: 'Ann Bell 101',
      lines: ['MD'],
      zone: 'Eastern Time',
      picture: { initials: 'AB' },
    })
    expect(lanes[0]?.days[0]).toMatchObject({
      heading: 'Mon 11/23',
      times: [
        { text: '9:00 AM', part: 'morning' },
        { text: '12:20 PM', part: 'afternoon' },
      ],
    })
    expect(lanes[0]?.days[0]?.times[0]).toMatchObject({
      id: 't-101-11-29924040',
      about: '9:00 AM, Monday 11/23/2026, Ann Bell 101, Office 11',
      do: {
        type: 'call',
        action: 'booking.hold',
        input: { mode: 'inoffice', typeId: '1', providerId: '101', facilityId: '11', startsAt: monday },
      },
    })
  })

  it('show 6 before Show More, 8 on the by-date view [1 §9.12 §9.13]', () => {
    const schedules = [schedule({ times: [monday] })]
    expect([
      drawn({ schedules }).rows,
      drawn({ schedules, way: 'provider' }).rows,
      drawn({ schedules, way: 'date' }).rows,
    ]).toEqual([6, 6, 8])
  })

  it('have the held one among them, for its owner [1 §4.28]', () => {
    const held = { providerId: '101', facilityId: '11', minutes: 20, startsAt: '2026-11-23T14:40:00.000Z' }
    const { lanes } = drawn({ schedules: [schedule({ times: [monday, '2026-11-23T15:00:00.000Z'] })], held })
    expect(lanes[0]?.days[0]?.times.map(({ text, state }) => [text, state])).toEqual([
      ['9:00 AM', 'free'],
      ['9:40 AM', 'held'],
      ['10:00 AM', 'free'],
    ])
    const otherFacility = drawn({ schedules: [schedule({ times: [monday] })], held: { ...held, facilityId: '12' } })
    expect(otherFacility.lanes[0]?.days[0]?.times).toHaveLength(1)
  })

  it('put those who have none behind those who have some, and say when they have', () => {
    const { lanes } = drawn({
      schedules: [schedule({ times: [], next: '2026-12-01', place: facility('12') }), schedule({ times: [monday] })],
    })
    expect(lanes.map(({ id }) => id)).toEqual(['lane-101-11', 'lane-101-12'])
    expect(lanes[1]?.empty?.next).toEqual({
      label: 'Go to 12/01/2026',
      do: {
        type: 'navigate',
        to: '/user/bookappointment/facility/slots?type=inoffice&visit=1&region=1&facility=11&from=2026-12-01',
      },
    })
  })

  it('fold those who have none into one line, for seven days and for one [1 §4.43 §8.20]', () => {
    const of = (id: string, parts: Parameters<typeof schedule>[0]) => {
      const one = schedule(parts)
      return { ...one, provider: { ...one.provider, id } }
    }
    const week = (times: string[]) => [
      { day: '2026-11-23', slots: [] },
      { day: '2026-11-24', slots: times.map((startsAt) => ({ startsAt, minutes: 20 })) },
    ]
    const later = { ...of('102', { times: [] }), days: week(['2026-11-24T14:00:00.000Z']) }
    const never = of('104', { times: [] })
    const schedules = [of('101', { times: [monday] }), later, of('103', { times: [], next: '2026-12-01' }), never]
    const { fold, lanes } = drawn({ schedules })
    expect(fold).toEqual({
      wide: '2 providers have no times this week; next: Dec 1',
      narrow: '3 providers have no times on this day; next: Nov 24',
    })
    expect(lanes.map(({ empty, later: after }) => [empty?.next?.label, after?.next?.label])).toEqual([
      [undefined, undefined],
      [undefined, 'Go to 11/24/2026'],
      ['Go to 12/01/2026', undefined],
      [undefined, undefined],
    ])
    expect(drawn({ schedules: [of('101', { times: [monday] }), never], way: 'date' }).fold?.wide).toBe(
      '1 provider has no times on this day',
    )
    expect(drawn({ schedules: [of('101', { times: [monday] })] })).not.toHaveProperty('fold')
  })

  it('that begin later in the week are pointed to where one day shows', () => {
    const week = schedule({ times: [monday] })
    const empty = { day: '2026-11-22', slots: [] }
    const later = { ...week, days: [empty, ...week.days] }
    expect(timesBlocks(view({ schedules: [later] }))[0]).toMatchObject({
      kind: 'notice',
      upTo: 799,
      actions: [{ label: 'Go to 11/23/2026', do: { to: expect.stringContaining('from=2026-11-23') } }],
    })
    expect(timesBlocks(view({ schedules: [week] }))[0]).toMatchObject({ kind: 'schedule' })
  })

  it('of a provider say where, in the zone of each place', () => {
    const place = facility('23', { timeZone: 'America/Phoenix' })
    const { lanes } = drawn({
      way: 'provider',
      choices: { provider: '101' },
      schedules: [schedule({ times: [monday], place })],
    })
    expect(lanes[0]).toMatchObject({ title: 'Office 23', zone: 'Mountain Standard Time' })
    expect(lanes[0]?.days[0]?.times[0]?.text).toBe('7:00 AM')
  })
})

describe('an empty schedule', () => {
  it('says the sentences of the specification [1 §4.43 §8.20 §8.21 §8.22 §8.23]', () => {
    expect(words({ about: 'provider', next: '2026-12-01', office: '2125550140' })).toBe(
      'The next available online appointment for this provider is 12/01/2026. If you need an appointment sooner, Please call (212) 555-0140.',
    )
    expect(words({ about: 'provider', next: undefined, office: '2125550140' })).toBe(
      'There are no online appointments available for this provider. Please call (212) 555-0140 to book an appointment.',
    )
    expect(words({ about: 'location', next: undefined, office: '' })).toBe(
      'There are no online appointments available for this location. Please call the office to book an appointment.',
    )
    expect(words({ about: 'date', next: undefined, office: '2125550140' })).toBe(
      'No appointments available for the selected date. Please select another date.',
    )
  })

  it('names the first day with a time where only earlier ones have one', () => {
    const [notice] = timesBlocks(view({ schedules: [schedule({ times: [] })], first: '2026-11-24' }))
    expect(notice).toMatchObject({ kind: 'notice', actions: [{ label: 'Go to 11/24/2026' }] })
    expect(JSON.stringify(notice)).toContain(
      'There are no later online appointments for this location. The first available one is 11/24/2026.',
    )
  })

  it('leads to the first day that anybody has', () => {
    const schedules = [
      schedule({ times: [], next: '2026-12-08' }),
      schedule({ times: [], next: '2026-12-01' }),
      schedule({ times: [] }),
    ]
    expect(timesBlocks(view({ schedules }))).toMatchObject([
      { kind: 'notice', actions: [{ label: 'Go to 12/01/2026' }] },
    ])
    expect(
      timesBlocks(view({ schedules, way: 'date', choices: { facility: '11', date: '2026-11-23' } })),
    ).toMatchObject([{ actions: [{ do: { to: '/user/bookappointment/date/slots?date=2026-12-01&facility=11' } }] }])
    expect(timesBlocks(view({ schedules: [] }))[0]).not.toHaveProperty('actions')
  })
})

it('a provider without a title has no empty line', () => {
  const untitled = schedule({ times: [monday] })
  const { lanes } = drawn({ schedules: [{ ...untitled, provider: { ...untitled.provider, jobTitle: '' } }] })
  expect(lanes[0]?.lines).toEqual([])
})

describe('the end of the year that can be booked', () => {
  it('offers no later day, where a link would lead to the same page again', () => {
    const free = schedule({ times: [monday] })
    const later = { ...schedule({ times: [], next: '2027-11-30' }), provider: { ...free.provider, id: '102' } }
    for (const schedules of [[later], [free, later]]) {
      const text = JSON.stringify(timesBlocks(view({ schedules })))
      expect(text).not.toContain('Go to 11/30/2027')
      expect(text).toContain('There are no online appointments available for this')
    }
    expect(JSON.stringify(timesBlocks(view({ schedules: [later], latest: '2027-11-30' })))).toContain(
      'Go to 11/30/2027',
    )
  })
})
