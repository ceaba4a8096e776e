/** @module-tag database */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testEngines } from '../../../../tests/support/databases.ts'
import { openTestSandbox, type TestSandbox } from '../../../../tests/support/test-sandbox.ts'
import { rowsOf } from '../../../db/rows.ts'
import { people } from '../../seed/people.ts'

const api = '/lakeside/api/Provider/Schedule'
const providerN = 102
const facilityN = 11

describe.each(testEngines)('booking on %s', (engine) => {
  let sandbox: TestSandbox
  let times: string[]
  let reference = 0
  const seeded = new Date('2026-02-25T15:00:00Z')

  beforeAll(async () => {
    sandbox = await openTestSandbox({ engine })
  })
  afterAll(() => sandbox.close())
  beforeEach(async () => {
    sandbox.clock.now = seeded
    times = await freeTimesOf('03-03-2026', 7)
  })

  async function freeTimesOf(day: string, days: number): Promise<string[]> {
    const path = `/lakeside/api/Provider/GetSlotsForProvider/${days}/${day}/${providerN}/inoffice/0/1`
    const schedules: { Facility_N: number; SlotsDate: { Slots: { slotDate: string }[] }[] }[] = (
      await sandbox.app.inject(path)
    ).json()
    const here = schedules.find((schedule) => schedule.Facility_N === facilityN)
    return (here?.SlotsDate ?? []).flatMap(({ Slots }) => Slots.map(({ slotDate }) => slotDate))
  }

  const time = (index: number) => times[index] ?? expect.fail('the seed leaves too few free times')

  async function hold(at: string, other: object = {}): Promise<number> {
    const body = {
      EMPLOYEE_N: providerN,
      FACILITY_N: facilityN,
      PRE_REGISTRATION_DATE: at.slice(0, 10),
      PRE_REGISTRATION_SLOT_TIME: at,
      DURATION: 20,
    }
    const response = await sandbox.app.inject({
      method: 'POST',
      url: `${api}/Preregistration/AddSlot`,
      payload: { ...body, ...other },
    })
    expect(response.statusCode).toBe(200)
    return response.json()
  }

  async function book(slotId: number, at: string, other: object = {}): Promise<number> {
    const body = {
      SLOT_ID: slotId,
      APPOINTMENT_EXTERNAL_ID: `test-${reference++}`,
      PATIENT_N: people.noraQuinn.patientN,
      EMPLOYEE_N: providerN,
      FACILITY_N: facilityN,
      APPOINTMENT_CHECKIN_TIME: at,
      APPOINTMENT_TYPE_NAME: 'In-office Appointment',
      DURATION: 20,
    }
    const response = await sandbox.app.inject({
      method: 'POST',
      url: `${api}/BookAppointment`,
      payload: { ...body, ...other },
    })
    expect(response.statusCode).toBe(200)
    return response.json()
  }

  const release = (slotId: number) =>
    sandbox.app.inject({ method: 'DELETE', url: `${api}/Preregistration/RemoveSlot?id=${slotId}` })

  const appointmentsAt = (at: string) =>
    rowsOf(
      sandbox.database.db,
      sql`select appointment_n from appointments
        where practice = 'lakeside' and employee_n = ${providerN} and starts_at = ${at}::timestamptz and cancelled_at is null`,
    )

  test('50 parallel holds of one time have one winner', async () => {
    const held = await Promise.all(Array.from({ length: 50 }, () => hold(time(0))))
    expect(held.filter((slotId) => slotId > 0)).toHaveLength(1)
    expect(await freeTimesOf('03-03-2026', 7)).not.toContain(time(0))
  })

  test('50 parallel bookings of one hold make one appointment', async () => {
    const slotId = await hold(time(0))
    const booked = await Promise.all(Array.from({ length: 50 }, () => book(slotId, time(0))))
    expect(booked.filter((number) => number > 0)).toHaveLength(1)
    expect(await appointmentsAt(time(0))).toHaveLength(1)
  })

  test('50 parallel bookings under one reference all answer the one appointment', async () => {
    const slotId = await hold(time(0))
    const once = { APPOINTMENT_EXTERNAL_ID: 'the-same' }
    const booked = await Promise.all(Array.from({ length: 50 }, () => book(slotId, time(0), once)))
    expect(new Set(booked).size).toBe(1)
    expect(booked[0]).toBeGreaterThan(0)
    expect(await appointmentsAt(time(0))).toHaveLength(1)
    expect(
      (await sandbox.app.inject('/lakeside/api/Provider/GetAppointmentByExternalId?externalId=the-same')).json(),
    ).toBe(booked[0])
    expect(
      (await sandbox.app.inject('/northgate/api/Provider/GetAppointmentByExternalId?externalId=the-same')).json(),
    ).toBe(0)
  })

  test('a reference that was used books nothing more, whatever hold comes with it', async () => {
    const [first, second] = [time(0), time(2)]
    const once = { APPOINTMENT_EXTERNAL_ID: 'used-twice' }
    const number = await book(await hold(first), first, once)
    const slotId = await hold(second)
    expect(await book(slotId, second, once)).toBe(number)
    expect(await appointmentsAt(second)).toHaveLength(0)
    await release(slotId)
  })

  test('times that overlap with different durations exclude each other', async () => {
    const { db } = sandbox.database
    await db.execute(
      sql`insert into appointment_types values ('lakeside', 9, 'Long visit', 60, 'inoffice', 9) on conflict do nothing`,
    )
    // 08:00 to 09:00 of the provider's next empty morning; its short times begin at 08:00, 08:20 and 08:40.
    await db.execute(sql`delete from busy_units where employee_n = ${providerN} and unit_start >= ${Date.parse('2026-03-17T12:00:00Z') / 300_000}::int
      and unit_start < ${Date.parse('2026-03-17T16:00:00Z') / 300_000}::int`)
    const times = [
      ['08:00', 60],
      ['08:00', 20],
      ['08:20', 20],
      ['08:40', 20],
    ] as const
    const ask = () => Promise.all(times.map(([at, DURATION]) => hold(`2026-03-17T${at}:00-04:00`, { DURATION })))
    const held = (await Promise.all(Array.from({ length: 10 }, ask))).flat().filter((slotId) => slotId > 0)
    const rows = await rowsOf<{ minutes: number }>(
      db,
      sql`select sum(duration)::int as minutes from slot_holds where slot_id in (select slot_id from busy_units where slot_id is not null)
        and starts_at >= '2026-03-17T12:00:00Z' and starts_at < '2026-03-17T13:00:00Z'`,
    )
    expect(held.length === 1 || held.length === 3).toBe(true)
    expect(rows[0]?.minutes).toBe(60)
    await db.execute(sql`delete from appointment_types where practice = 'lakeside' and appointment_type_n = 9`)
  })

  test('a hold ends after ten minutes: the time is free again and the hold books nothing', async () => {
    const at = time(0)
    const slotId = await hold(at)
    sandbox.clock.now = new Date(seeded.getTime() + 10 * 60_000)
    expect(await freeTimesOf('03-03-2026', 7)).toContain(at)
    expect(await book(slotId, at)).toBe(0)
    expect(await hold(at)).toBeGreaterThan(slotId)
  })

  test('releasing twice changes nothing, nor does releasing what was booked', async () => {
    const at = time(1)
    const slotId = await hold(at)
    for (let count = 0; count < 2; count++) expect((await release(slotId)).json()).toBe(true)
    const again = await hold(at)
    expect(again).toBeGreaterThan(0)
    expect(await book(again, at)).toBeGreaterThan(0)
    await release(again)
    expect(await hold(at)).toBe(0)
  })

  test('a hold books only the time, the provider and the facility that it holds, for someone the practice knows', async () => {
    const at = time(0)
    const slotId = await hold(at)
    expect(await book(slotId, time(1))).toBe(0)
    expect(await book(slotId, at, { EMPLOYEE_N: 101 })).toBe(0)
    expect(await book(slotId, at, { FACILITY_N: 13 })).toBe(0)
    expect(await book(slotId, at, { DURATION: 40 })).toBe(0)
    expect(await book(slotId, at, { PATIENT_N: 999_999 })).toBe(0)
    expect(await book(slotId + 1000, at)).toBe(0)
    expect(await book(slotId, at)).toBeGreaterThan(0)
  })

  test.each([
    ['of another provider', '2026-03-03T08:00:00-05:00', { EMPLOYEE_N: 108 }],
    ['of a facility where the provider is not that day', '2026-03-03T08:00:00-05:00', { FACILITY_N: 13 }],
    ['of a facility of another practice', '2026-03-03T08:00:00-05:00', { FACILITY_N: 21 }],
    ['in the past', '2026-02-24T08:00:00-05:00', {}],
    ['beside the grid', '2026-03-03T08:05:00-05:00', {}],
    ['outside the hours', '2026-03-03T19:00:00-05:00', {}],
    ['on leave', '2026-03-03T08:00:00-05:00', { EMPLOYEE_N: 106, FACILITY_N: 12 }],
    ['of a length that nobody offers', '2026-03-03T08:00:00-05:00', { DURATION: 25 }],
  ])('a time %s is not held', async (_what, at, other) => {
    expect(await hold(at, other)).toBe(0)
  })

  test('what cannot be read is refused with 400 and holds nothing', async () => {
    for (const payload of [
      {},
      { EMPLOYEE_N: 'x' },
      {
        EMPLOYEE_N: providerN,
        FACILITY_N: facilityN,
        PRE_REGISTRATION_DATE: 'soon',
        PRE_REGISTRATION_SLOT_TIME: 'now',
        DURATION: 20,
      },
    ]) {
      const response = await sandbox.app.inject({ method: 'POST', url: `${api}/Preregistration/AddSlot`, payload })
      expect(response.statusCode).toBe(400)
    }
  })

  test('every unit has one owner that exists', async () => {
    const stray = await rowsOf(
      sandbox.database.db,
      sql`select 1 from busy_units b
        left join appointments a on a.practice = b.practice and a.appointment_n = b.appointment_n and a.employee_n = b.employee_n
        left join slot_holds h on h.practice = b.practice and h.slot_id = b.slot_id and h.employee_n = b.employee_n
        where a.appointment_n is null and h.slot_id is null`,
    )
    expect(stray).toEqual([])
  })
})
