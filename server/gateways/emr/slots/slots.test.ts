import { describe, expect } from 'vitest'
import { gatewayTest as test } from '../../../../tests/support/gateway-test.ts'

const office = { mode: 'inoffice', typeId: '1' } as const
const video = { mode: 'telederm', typeId: '2' } as const
const week = { from: '2026-03-02', days: 7 }
const strip = { from: '2026-03-02', days: 7, mode: 'inoffice', typeId: '1' } as const

const slot = { slotDate: '2026-03-02T09:00:00-05:00', isslotexisting: false }
const general = [{ ...slot, duration: 20 }]
const own = [{ ...slot, duration: 50 }]

describe('the record server is asked', () => {
  test('for times, with what each view sends [1 §7.5 §7.7 §7.8 §7.9 §7.10 §7.11 §7.12 §7.13 §9.21] [2 §9.25]', async ({
    open,
    records,
  }) => {
    const emr = open()
    await emr.slotsForFacility({ ...office, ...week, facilityId: '11' })
    await emr.slotsForProvider({ ...office, ...week, providerId: '102' })
    await emr.slotsForProvider({ ...video, ...week })
    await emr.slotsByDate({ ...office, day: '2026-03-03', facilityId: '11' })
    await emr.facilitiesByDate({ ...office, day: '2026-03-03' })
    expect(records.lines().filter((line) => /Slots|ByDate/.test(line))).toEqual([
      'GET Provider/GetSlotsForFacility/7/03-02-2026/11/0/1',
      'GET Provider/GetSlotsForProvider/7/03-02-2026/102/inoffice/0/1',
      'GET Provider/TeleHealth/GetSlotsForProvider/7/03-02-2026/-1/telederm/0/2',
      'GET Provider/GetFacilitySlotsForProviderBydate/11/-1/03-03-2026/1/0/1',
      'GET Provider/GetFacilitiesByDate/03-03-2026/1',
    ])
  })

  test('for types of its own, whose times replace the general ones, also where there are none [1 §4.41 §4.42]', async ({
    open,
    records,
  }) => {
    const emr = open()
    records.alter = (answer) =>
      JSON.stringify(
        (JSON.parse(answer) as { SlotsDate?: object[] }[]).map(({ SlotsDate: days, ...schedule }) => ({
          ...schedule,
          ...(days && {
            SlotsDate: days.map((each, at) => ({ ...each, Slots: general, ApptTypeSlots: at ? null : own })),
          }),
        })),
      )
    const timesOf = async (ownTypes: boolean) => {
      const [first] = await emr.slotsForProvider({ ...office, ...week, providerId: '102', ownTypes })
      return first?.days.map(({ slots }) => slots.map(({ minutes }) => minutes))
    }
    expect(await timesOf(true)).toEqual([[50], [], [], [], [], [], []])
    expect(await timesOf(false)).toEqual([[50], [20], [20], [20], [20], [20], [20]])
  })
})

describe('free times', () => {
  test('free times are instants in UTC, with a row for every day [1 §3.15 §3.18 §5.21]', async ({ open }) => {
    const schedules = await open().slotsForFacility({ ...strip, facilityId: '11' })
    const schedule = schedules.find(({ provider }) => provider.id === '102')
    expect(schedule?.days.map(({ day }) => day)).toEqual(
      ['02', '03', '04', '05', '06', '07', '08'].map((day) => `2026-03-${day}`),
    )
    const slots = schedule?.days.flatMap((day) => day.slots) ?? []
    expect(slots.length).toBeGreaterThan(5)
    for (const { startsAt, minutes } of slots) expect([startsAt, minutes]).toEqual([expect.stringMatching(/Z$/), 20])
    expect(schedule?.nextAvailableDay).toBe(schedule?.days.find((day) => day.slots.length > 0)?.day)
  })

  test('custom types, telederm and single days have times of their own [1 §3.19 §7.5]', async ({ open }) => {
    const custom = await open('northgate').slotsForProvider({ ...strip, typeId: '16', providerId: '206' })
    expect(
      new Set(custom.flatMap(({ days }) => days.flatMap(({ slots }) => slots.map(({ minutes }) => minutes)))),
    ).toEqual(new Set([50]))
    const emr = open()
    const video = await emr.slotsForProvider({ ...strip, mode: 'telederm', typeId: '2' })
    expect(video.map(({ provider }) => provider.id).sort()).toEqual(['103', '104'])
    const day = { day: '2026-03-03', mode: 'inoffice', typeId: '1' } as const
    const byDate = await emr.slotsByDate({ ...day, facilityId: '11' })
    const midtown = (await emr.facilitiesByDate(day)).find(({ id }) => id === '11')
    expect(midtown?.freeTimes).toBe(byDate.reduce((sum, { days }) => sum + (days[0]?.slots.length ?? 0), 0))
  })

  test('ids and days that are none have no times', async ({ open }) => {
    const emr = open()
    expect(await emr.slotsForFacility({ ...strip, facilityId: '../../northgate' })).toEqual([])
    expect(await emr.slotsForFacility({ ...strip, from: '../../../x', facilityId: '11' })).toEqual([])
  })
})
