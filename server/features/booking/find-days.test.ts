import { describe, expect, it } from 'vitest'
import { facility, schedule, today } from '../../../tests/support/booking-examples.ts'
import { EmrUnavailable } from '../../gateways/emr/emr.errors.ts'
import type { Emr } from '../../gateways/emr/emr.ts'
import { findDays, type DaysRequest } from './find-days.ts'

const [here, elsewhere] = [facility('11'), facility('99')]

/** A record server on which one location has free times on these days, and another practice's on all. */
function withFree(days: readonly string[]): Emr {
  const calls: Partial<Emr> = {
    facilitiesByDate: async ({ day }) => [
      { ...here, freeTimes: days.includes(day) ? 2 : 0 },
      { ...elsewhere, freeTimes: 9 },
    ],
    slotsForFacility: async ({ from }) => [schedule({ times: [], next: days.find((day) => day >= from) })],
  }
  return calls as Emr // no other call is made
}

const request = (requested?: string): DaysRequest => ({
  mode: 'inoffice',
  typeId: '1',
  ownTypes: false,
  places: [here],
  today, // a Monday
  latest: '2027-11-23',
  requested,
})

describe('the days of all locations', () => {
  it('begin with the first one that has a free time, and name those without', async () => {
    expect(await findDays(withFree(['2026-11-25', '2026-11-27', '2026-12-01']), request())).toEqual({
      from: '2026-11-25',
      closed: ['2026-11-26', '2026-11-28', '2026-11-29', '2026-11-30'],
      openings: { first: '2026-11-25', afterDay: '2026-11-27' },
    })
  })

  it('begin beyond a week that has none', async () => {
    const { from, closed } = await findDays(withFree(['2026-12-09']), request())
    expect([from, closed.length, closed.includes('2026-12-09')]).toEqual(['2026-12-09', 6, false])
  })

  it('keep the day of the address, and lead on from it', async () => {
    const days = await findDays(withFree(['2026-12-20']), request('2026-11-30'))
    expect([days.from, days.closed.length]).toEqual(['2026-11-30', 7])
    expect(days.openings).toEqual({ first: '2026-12-20', afterDay: '2026-12-20', afterWeek: '2026-12-20' })
  })

  it('are all closed where nothing is free, and none while the record server fails', async () => {
    expect(await findDays(withFree([]), request())).toMatchObject({ from: today, openings: {} })
    const down = {
      facilitiesByDate: () => Promise.reject(new EmrUnavailable('GetFacilitiesByDate', 'down')),
    } as Partial<Emr> as Emr // no other call is made
    expect(await findDays(down, request())).toEqual({ from: today, closed: [], openings: {} })
  })
})
