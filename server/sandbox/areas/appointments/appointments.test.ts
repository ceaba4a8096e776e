import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestSandbox, type TestSandbox } from '../../../../tests/support/test-sandbox.ts'
import { fixedTime } from '../../../../tests/support/prepared/recipes.ts'
import { people } from '../../seed/people.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox.close())
beforeEach(() => {
  sandbox.clock.now = new Date(fixedTime)
})

const get = (path: string) => sandbox.app.inject(path)
const json = async (path: string) => (await get(path)).json()
const maria = people.mariaAlvarez.patientN
const list = (name: string, page: number, pageSize: number) =>
  json(`/lakeside/api/Provider/${name}?patient_n=${maria}&page=${page}&pageSize=${pageSize}`)

test('pages hold every past visit once, latest first', async () => {
  const pages = await Promise.all([1, 2, 3, 4].map((page) => list('GetPastAppointments', page, 6)))
  const times: string[] = pages.flatMap(({ Items }) =>
    Items.map((item: { APPOINTMENT_CHECKIN_TIME: string }) => item.APPOINTMENT_CHECKIN_TIME),
  )
  expect(pages.map(({ Items }) => Items.length)).toEqual([6, 6, 5, 0])
  expect(pages.every(({ Total }) => Total === 17)).toBe(true)
  const instants = times.map((time) => Date.parse(time))
  expect(instants).toEqual([...instants].sort((a, b) => b - a))
  expect(new Set(times).size).toBe(17)
})

test('upcoming come soonest first, one of them by video; cancelled ones have their reasons', async () => {
  const upcoming = await list('GetUpcomingAppointments', 1, 10)
  expect(upcoming.Items.map((item: { IsTeleHealth: boolean }) => item.IsTeleHealth)).toEqual([false, true])
  const cancelled = await list('GetCancelledAppointments', 1, 10)
  expect(cancelled.Items.map((item: { CANCELLATION_REASON: string }) => item.CANCELLATION_REASON)).toEqual([
    'Patient asked to cancel',
    'Schedule conflict',
  ])
})

test('a visit that is going on is upcoming, and past when it has ended', async () => {
  const { Items } = await list('GetUpcomingAppointments', 1, 10)
  const start = Date.parse(Items[0].APPOINTMENT_CHECKIN_TIME)
  sandbox.clock.now = new Date(start + 19 * 60_000)
  expect((await list('GetUpcomingAppointments', 1, 10)).Total).toBe(2)
  sandbox.clock.now = new Date(start + 20 * 60_000)
  expect((await list('GetUpcomingAppointments', 1, 10)).Total).toBe(1)
  expect((await list('GetPastAppointments', 1, 1)).Items[0].APPOINTMENT_N).toBe(Items[0].APPOINTMENT_N)
})

test("another patient's appointment is not found, nor is one of another practice", async () => {
  const { Items } = await list('GetUpcomingAppointments', 1, 1)
  const number = Items[0].APPOINTMENT_N
  expect((await get(`/lakeside/api/Provider/GetAppointment?patient_n=${maria}&appt_id=${number}`)).statusCode).toBe(200)
  expect((await get(`/lakeside/api/Provider/GetAppointment?patient_n=1002&appt_id=${number}`)).statusCode).toBe(404)
  expect((await get(`/northgate/api/Provider/GetAppointment?patient_n=${maria}&appt_id=${number}`)).statusCode).toBe(
    404,
  )
})
