import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestSandbox, type TestSandbox } from '../../../../tests/support/test-sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox.close())

const get = (path: string) => sandbox.app.inject(path)
const json = async (path: string) => (await get(path)).json()

test('a custom type has its own times, and only from those who offer it [1 §4.41]', async () => {
  const schedules = await json('/northgate/api/Provider/GetSlotsForFacility/7/03-02-2026/21/0/16')
  expect(schedules.map((schedule: { Employee_N: number }) => schedule.Employee_N)).toEqual([206])
  const days: { Slots: unknown[]; ApptTypeSlots: { duration: number }[] }[] = schedules[0].SlotsDate
  expect(days).toHaveLength(7)
  expect(days.every(({ Slots }) => Slots.length === 0)).toBe(true)
  expect(days.flatMap(({ ApptTypeSlots }) => ApptTypeSlots).every(({ duration }) => duration === 50)).toBe(true)
})

test('times keep to the wall clock of the place through the change in Denver, and to Phoenix where there is none', async () => {
  const first = async (provider: number, day: string) => {
    const [schedule] = await json(`/northgate/api/Provider/GetSlotsForProvider/1/${day}/${provider}/inoffice/0/14`)
    return schedule.SlotsDate[0].ApptTypeSlots[0].slotDate.slice(19)
  }
  expect([await first(201, '03-05-2026'), await first(201, '03-09-2026')]).toEqual(['-07:00', '-06:00'])
  expect([await first(204, '03-05-2026'), await first(204, '03-09-2026')]).toEqual(['-07:00', '-07:00'])
})

test('who is away has the first day back as next availability, who takes nobody online has none [1 §3.18]', async () => {
  const [away] = await json('/lakeside/api/Provider/GetSlotsForProvider/7/02-26-2026/106/inoffice/0/1')
  expect(away).toMatchObject({ AvailableSlotsCount: 0, NextAvailability: '2026-04-01' })
  const [never] = await json('/lakeside/api/Provider/GetSlotsForProvider/7/02-26-2026/108/inoffice/0/1')
  expect(never).toMatchObject({ AvailableSlotsCount: 0, NextAvailability: '' })
})

test('telederm with any provider answers everyone who gives video visits [1 §7.12]', async () => {
  const schedules = await json('/lakeside/api/Provider/TeleHealth/GetSlotsForProvider/7/03-02-2026/-1/telederm/0/2')
  expect(schedules.map((schedule: { Employee_N: number }) => schedule.Employee_N).sort()).toEqual([103, 104])
})

test('a type of the other mode, a day that is none and a strip too long are refused', async () => {
  expect((await get('/lakeside/api/Provider/GetSlotsForProvider/7/03-02-2026/102/inoffice/0/2')).statusCode).toBe(404)
  expect((await get('/lakeside/api/Provider/GetSlotsForFacility/7/02-30-2026/11/0/1')).statusCode).toBe(400)
  expect((await get('/lakeside/api/Provider/GetSlotsForFacility/400/03-02-2026/11/0/1')).statusCode).toBe(400)
})

test('the number of free times of a facility is that of its schedules', async () => {
  const facilities: { Facility_n: number; Slots: number }[] = await json(
    '/lakeside/api/Provider/GetFacilitiesByDate/03-03-2026/1',
  )
  for (const { Facility_n: facility, Slots } of facilities) {
    const schedules: { AvailableSlotsCount: number }[] = await json(
      `/lakeside/api/Provider/GetFacilitySlotsForProviderBydate/${facility}/-1/03-03-2026/1/0/1`,
    )
    expect(schedules.reduce((sum, schedule) => sum + schedule.AvailableSlotsCount, 0)).toBe(Slots)
  }
})
