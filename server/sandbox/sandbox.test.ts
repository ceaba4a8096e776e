import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestSandbox, type TestSandbox } from '../../tests/support/test-sandbox.ts'
import { people } from './seed/people.ts'

let sandbox: TestSandbox
const seeded = new Date('2026-02-25T15:00:00Z')
const maria = people.mariaAlvarez.patientN

beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox.close())
beforeEach(() => {
  sandbox.clock.now = seeded
})

const get = (path: string) => sandbox.app.inject(path)
const json = async (path: string) => (await get(path)).json()
const post = (url: string, payload?: object) => sandbox.app.inject({ method: 'POST', url, payload })

describe('what the practices are', () => {
  test('a text is answered as JSON, an unknown setting with 404', async () => {
    expect(await json('/lakeside/api/Provider/GetPracticeName')).toBe('Lakeside Dermatology')
    expect(await json('/northgate/api/Provider/GetAdminSettingValue?settingName=EnableCenterLogo')).toBe('1')
    expect((await get('/lakeside/api/Provider/GetAdminSettingValue?settingName=EnableCenterLogo')).statusCode).toBe(404)
  })

  test('an unknown practice or call is a 404', async () => {
    for (const path of [
      '/elsewhere/api/Provider/GetPracticeName',
      '/lakeside/api/Provider/Nothing',
      '/lakeside/Images/Providers/1/112.jpg',
      '/lakeside/Images/Providers/2/101.jpg',
      '/lakeside/Images/Locations/14.jpg',
    ]) {
      expect((await get(path)).statusCode).toBe(404)
    }
  })

  test('facilities that accept the insurance come first, providers who do not are left out [1 §7.4]', async () => {
    const facilities = await json('/northgate/api/Provider/GetFacilitiesByInsurance/2')
    expect(facilities.map((facility: { IsInsuranceAccepted: boolean }) => facility.IsInsuranceAccepted)).toEqual([
      true,
      true,
      false,
    ])
    const accepting = await json('/northgate/api/Provider/GetProvidersByInsurance/2')
    const everybody = await json('/northgate/api/Provider/GetAllProviders')
    expect(everybody.length - accepting.length).toBe(2)
  })

  test('only those who give video visits are telehealth providers, and Northgate has none [1 §7.2]', async () => {
    const atLakeside = await json('/lakeside/api/Provider/TeleHealth/GetAllProviders')
    expect(atLakeside.map((provider: { EMPLOYEE_N: number }) => provider.EMPLOYEE_N).sort()).toEqual([103, 104])
    expect(await json('/northgate/api/Provider/TeleHealth/GetAllProviders')).toEqual([])
  })
})

describe('schedules', () => {
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
})

describe('appointments of a patient', () => {
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
    expect((await get(`/lakeside/api/Provider/GetAppointment?patient_n=${maria}&appt_id=${number}`)).statusCode).toBe(
      200,
    )
    expect((await get(`/lakeside/api/Provider/GetAppointment?patient_n=1002&appt_id=${number}`)).statusCode).toBe(404)
    expect((await get(`/northgate/api/Provider/GetAppointment?patient_n=${maria}&appt_id=${number}`)).statusCode).toBe(
      404,
    )
  })

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
})

describe('patients', () => {
  const lookUpPath = (who: Record<string, string>) => `/lakeside/api/Provider/GetPatient?${new URLSearchParams(who)}`
  const lookUp = (who: Record<string, string>) => json(lookUpPath(who))

  test('sign-up finds one record, two, or none [1 §7.41]', async () => {
    const amelia = { firstName: 'amelia', lastName: 'NOVAK', dob: '1988-04-12', gender: '2', zip: '10017' }
    expect(await lookUp(amelia)).toMatchObject([
      {
        patienT_N: people.ameliaNovak.patientN,
        patienT_MRA_ID: 0,
        patienT_FIRST_NAME: 'Amelia',
        patienT_LAST_NAME: 'Novak',
      },
    ])
    expect((await get(lookUpPath({ ...amelia, dob: '1988-02-30' }))).statusCode).toBe(400)
    expect(await lookUp({ ...amelia, zip: '10018' })).toEqual([])
    expect(
      await lookUp({ firstName: 'John', lastName: 'Smith', dob: '1970-01-02', gender: '1', zip: '10001' }),
    ).toHaveLength(2)
  })

  test('a search treats what is typed as text', async () => {
    expect((await post('/lakeside/api/Patient/Search', { Text: 'alvarez mar' })).json()).toMatchObject({
      Total: 1,
      Items: [{ Patient_n: maria }],
    })
    expect((await post('/lakeside/api/Patient/Search', { Text: '%' })).json().Total).toBe(0)
    expect((await post('/lakeside/api/Patient/Search', { Text: "'; drop table patients; --" })).json().Total).toBe(0)
  })
})

describe('what the office knows besides the visits', () => {
  test('insurances stand side by side, empty where there is none', async () => {
    const of = (patientN: number) => json(`/lakeside/api/getinsurancenumber?patient_n=${patientN}`)
    expect(await of(maria)).toMatchObject({
      PATIENT_INSURANCE_CARRIER: 'Harborline Health',
      SECONDARY_INSURANCE_CARRIER_ID: 'ESI-0092216',
      THIRD_INSURANCE_CARRIER: '',
    })
    expect(Object.values(await of(people.noraQuinn.patientN))).toEqual(Array.from({ length: 9 }, () => ''))
    expect((await get(`/northgate/api/getinsurancenumber?patient_n=${maria}`)).statusCode).toBe(404)
    expect((await get('/lakeside/api/GetFacilityEmailID?patientId=99999')).statusCode).toBe(404)
  })

  test('forms carry the words of the record server, and are of one patient', async () => {
    const forms = await json(`/lakeside/api/PatientPortal/GetFormsData?patient_n=${people.lucasAlvarez.patientN}`)
    expect(forms).toEqual([
      {
        Form_Name: 'Consent to Treat a Minor',
        Template_Name: 'consent-minor',
        Status: 'AssignToPatient',
        DataTimeOfRequest: '2026-02-20T10:00:00-05:00',
        DateTimeLastUpdated: '2026-02-20T10:00:00-05:00',
        Patient_n: people.lucasAlvarez.patientN,
      },
    ])
    expect(await json(`/lakeside/api/PatientPortal/GetFormsData?patient_n=${people.noraQuinn.patientN}`)).toEqual([])
  })

  test('a form has a page that runs nothing and shows its name as text', async () => {
    await sandbox.database.db.execute(
      sql`insert into assigned_forms values ('lakeside', ${maria}, '<script>"x"</script>', 'odd', 'Started', now(), now())`,
    )
    const page = await get('/lakeside/forms/odd')
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'",
    })
    expect(page.body).toContain('<h1>&lt;script&gt;&quot;x&quot;&lt;/script&gt;</h1>')
    expect(page.body).toContain("This page belongs to the practice's forms system")
    for (const path of ['/northgate/forms/odd', '/lakeside/forms/nothing'])
      expect((await get(path)).statusCode).toBe(404)
  })
})

describe('the controls', () => {
  test('are for this machine only, and for the token where there is one', async () => {
    const guarded = await openTestSandbox({ token: 'let-me-in' })
    const ask = (remoteAddress: string, authorization = '') =>
      guarded.app.inject({ url: '/sandbox/faults', remoteAddress, headers: { authorization } })
    expect((await ask('127.0.0.1')).statusCode).toBe(401)
    expect((await ask('127.0.0.1', 'Bearer let-me-out')).statusCode).toBe(401)
    expect((await ask('127.0.0.1', 'Bearer let-me-in')).statusCode).toBe(200)
    expect((await ask('10.1.2.3', 'Bearer let-me-in')).statusCode).toBe(404)
    for (const url of ['/SANDBOX/faults', '/Sandbox/Faults', '/%73andbox/faults']) {
      expect((await guarded.app.inject({ url, remoteAddress: '127.0.0.1' })).statusCode).toBe(401)
    }
    expect(
      (await guarded.app.inject({ url: '/lakeside/api/Provider/GetPracticeName', remoteAddress: '127.0.0.1' }))
        .statusCode,
    ).toBe(200)
    await guarded.close()
  })

  test('a fault spoils the calls it names, as often as it says, and no other', async () => {
    await post('/sandbox/faults', { practice: 'lakeside', path: 'GetPracticeName', kind: 'nonsense', times: 2 })
    const name = () => json('/lakeside/api/Provider/GetPracticeName')
    expect(await json('/northgate/api/Provider/GetPracticeName')).toBe('Northgate Family Medicine')
    expect(await json('/lakeside/api/Provider/GetLicenseName')).toBe('lakeside')
    expect([await name(), await name()]).toEqual([{ unexpected: ['answer'] }, { unexpected: ['answer'] }])
    expect(await name()).toBe('Lakeside Dermatology')
    expect((await post('/sandbox/faults', { kind: 'earthquake' })).statusCode).toBe(400)
    expect((await get('/health')).json()).toEqual({ status: 'ok' })
  })
})
