import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestSandbox, type TestSandbox } from '../../../../tests/support/test-sandbox.ts'
import { people } from '../../seed/people.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox.close())

const get = (path: string) => sandbox.app.inject(path)
const json = async (path: string) => (await get(path)).json()
const post = (url: string, payload?: object) => sandbox.app.inject({ method: 'POST', url, payload })
const maria = people.mariaAlvarez.patientN
const list = (name: string, page: number, pageSize: number) =>
  json(`/lakeside/api/Provider/${name}?patient_n=${maria}&page=${page}&pageSize=${pageSize}`)

test('an appointment is future, today, present and past in turn, and arrival is confirmed on its day only [1 §3.25 §4.44]', async () => {
  const { Items } = await list('GetUpcomingAppointments', 1, 1)
  const { APPOINTMENT_N: number, APPOINTMENT_CHECKIN_TIME: at } = Items[0]
  const start = Date.parse(at)
  const statusAt = async (instant: number) => {
    sandbox.clock.now = new Date(instant)
    return json(`/lakeside/api/Provider/GetAppointmentStatus?appt_id=${number}`)
  }
  const arrive = () => post(`/lakeside/api/Reminder/ParkingLotConfirmation?appointmentID=${number}`)
  expect(await statusAt(start - 86_400_000)).toBe('future')
  expect((await arrive()).statusCode).toBe(409)
  expect(await statusAt(start - 60_000)).toBe('today')
  expect((await arrive()).json()).toBe('Patient Arrival is confirmed')
  expect(await statusAt(start)).toBe('present')
  expect(await statusAt(start + 3_600_000)).toBe('past')
  expect(await json(`/lakeside/api/Provider/GetConfirmationStatus?appt_id=${number}`)).toEqual({
    IsConfirmed: false,
    IsArrived: true,
  })
  expect(await json(`/lakeside/api/parkinglot/linkexpiry?id=${number}`)).toBe(true)
})
