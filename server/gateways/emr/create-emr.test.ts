import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openTestSandbox, type TestSandbox } from '../../../tests/support/test-sandbox.ts'
import { people } from '../../sandbox/seed/people.ts'
import { createEmr, type EmrOptions } from './create-emr.ts'
import type { Booking } from './booking/booking.ts'
import { InvalidEmrResponse, EmrTimeout, EmrUnavailable } from './emr.errors.ts'
import type { CallRecord } from './record-client.ts'

type Gateway = ReturnType<typeof createEmr>

let sandbox: TestSandbox
let origin: string
const gateways: Gateway[] = []
const maria = String(people.mariaAlvarez.patientN)

beforeAll(async () => {
  sandbox = await openTestSandbox()
  await sandbox.app.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${(sandbox.app.server.address() as AddressInfo).port}` // the server listens on TCP
})
afterEach(async () => {
  await sandbox.app.inject({ method: 'DELETE', url: '/sandbox/faults' })
  await Promise.all(gateways.splice(0).map((gateway) => gateway.close()))
})
afterAll(() => sandbox.close())

function open(practice = 'lakeside', options: Partial<EmrOptions> = {}): Gateway {
  const gateway = createEmr({
    baseUrl: `${origin}/${practice}/api/`,
    timeoutMs: 20_000,
    retryPauseMs: 1,
    now: () => sandbox.clock.now,
    ...options,
  })
  gateways.push(gateway)
  return gateway
}

const fault = (payload: object) => sandbox.app.inject({ method: 'POST', url: '/sandbox/faults', payload })
const northernNewJersey = { id: '2', name: 'Northern New Jersey', state: 'NJ' }
const strip = { from: '2026-03-02', days: 7, mode: 'inoffice', typeId: '1' } as const

/** Prepares hold and booking of the nth free time of Dr. Desai at Midtown. */
async function prepare(emr: Gateway, index: number, reference: string): Promise<Booking> {
  const schedules = await emr.slotsForProvider({ ...strip, providerId: '102' })
  const slots = schedules.find(({ facility }) => facility.id === '11')?.days.flatMap((day) => day.slots) ?? []
  const { startsAt, minutes } = slots[index] ?? expect.fail('the seed leaves too few free times')
  const slot = { providerId: '102', facilityId: '11', startsAt, minutes }
  const slotId = (await emr.holdSlot(slot)) ?? expect.fail('the time should be free')
  return { ...slot, slotId, patientId: maria, mode: 'inoffice', typeName: 'In-office Appointment', reference }
}

describe('reading', () => {
  test('the practice, its places, people and settings [1 §3.12 §3.13 §7.2 §7.6 §9.19]', async () => {
    const emr = open()
    expect(await emr.adminSetting('Practice_Phone')).toBe('2125550140')
    expect(await emr.adminSetting('Nobody & knows=this')).toBeUndefined()
    expect(await emr.regions()).toContainEqual(northernNewJersey)
    expect(await emr.appointmentTypes('telederm')).toEqual([
      { id: '2', name: 'Existing Patient - TeleHealth Appointment', minutes: 15 },
    ])
    expect((await emr.facilities()).find(({ id }) => id === '14')).toMatchObject({
      name: 'Lakeside Montclair',
      timeZone: 'America/New_York',
      zip: '07042',
      regionId: '2',
    })
    expect((await emr.providers('telederm')).map(({ id }) => id).sort()).toEqual(['103', '104'])
    expect((await emr.providers('inoffice')).find(({ id }) => id === '102')?.facilityIds).toEqual(['11', '13'])
    expect(await emr.insurances()).toEqual([])
  })

  test('insurance marks providers and facilities [1 §3.10 §7.3 §7.4]', async () => {
    const emr = open('northgate')
    expect((await emr.insurances()).map(({ id }) => id).sort()).toEqual(['1', '2'])
    const providers = await emr.providers('inoffice', { insuranceId: '2' })
    expect(
      providers
        .filter(({ acceptsInsurance }) => !acceptsInsurance)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(['203', '206'])
    const facilities = await emr.facilities({ insuranceId: '2' })
    expect(facilities.filter(({ acceptsInsurance }) => !acceptsInsurance).map(({ id }) => id)).toEqual(['22'])
    expect((await emr.facilities()).every(({ acceptsInsurance }) => acceptsInsurance)).toBe(true)
  })

  test('free times are instants in UTC, with a row for every day [1 §3.15 §3.18 §5.21]', async () => {
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

  test('custom types, telederm and single days have times of their own [1 §3.19 §7.5]', async () => {
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

  test('an appointment is read by its own patient only; ids that are no numbers find nothing', async () => {
    const emr = open()
    const { total, items } = await emr.appointments({ patientId: maria, list: 'upcoming', page: 1, size: 1 })
    expect([total, items.length]).toEqual([2, 1])
    const appointmentId = items[0]?.id ?? ''
    expect(await emr.appointment({ patientId: maria, appointmentId })).toEqual(items[0])
    expect(await emr.appointment({ patientId: '1002', appointmentId })).toBeUndefined()
    expect(await emr.appointment({ patientId: '../1001', appointmentId: "1' or 1=1" })).toBeUndefined()
    expect(await emr.slotsForFacility({ ...strip, facilityId: '../../northgate' })).toEqual([])
    expect(await emr.slotsForFacility({ ...strip, from: '../../../x', facilityId: '11' })).toEqual([])
    expect(await emr.patient(maria)).toMatchObject({
      emrId: people.mariaAlvarez.emrid,
      dob: '1984-06-21',
      gender: 2,
      secondAddress: 'Apartment 5C',
      city: 'New York',
      state: 'NY',
    })
    expect(await emr.patient('99999')).toBeUndefined()
  })
})

const ameliaNovak = { firstName: 'amelia', lastName: 'NOVAK', dob: '1988-04-12', gender: 2, zip: '10017' } as const
const medicalHistory = { name: 'Medical History', template: 'medical-history' }

describe('who a patient is', () => {
  test('a person is found with the names as the practice spells them, two of the same, or nobody', async () => {
    const emr = open()
    expect(await emr.findPatients(ameliaNovak)).toEqual([
      {
        id: String(people.ameliaNovak.patientN),
        emrId: 'LSD-1007',
        firstName: 'Amelia',
        lastName: 'Novak',
        cellPhone: '2125550167',
        email: 'amelia.novak@example.com',
        hasEarlierAccount: false,
      },
    ])
    const smith = { firstName: 'John', lastName: 'Smith', dob: '1970-01-02', gender: 1, zip: '10001' } as const
    expect((await emr.findPatients(smith)).map(({ id }) => id)).toEqual(['1009', '1010'])
    expect(await emr.findPatients({ ...ameliaNovak, dob: '1988-04-31' })).toEqual([])
    expect(await emr.findPatients({ ...ameliaNovak, lastName: "Novak' or '1'='1&zip=10017" })).toEqual([])
  })

  test('insurances come in their order, and not at all for who has none or is nobody [2 §3.38 §7.18]', async () => {
    const emr = open()
    expect(await emr.insurancesOf(maria)).toEqual([
      { order: 'primary', carrier: 'Harborline Health', id: 'HLH-4471093', group: 'G-20817' },
      { order: 'secondary', carrier: 'Empire Shore Insurance', id: 'ESI-0092216', group: '' },
    ])
    for (const id of [String(people.noraQuinn.patientN), '99999', 'x']) expect(await emr.insurancesOf(id)).toEqual([])
  })

  test('each office has its own address, and nobody else does [2 §7.20]', async () => {
    expect(await open().facilityMail(maria)).toBe('front.desk@lakeside.example.com')
    expect(await open('northgate').facilityMail('2001')).toBe('office@northgate.example.com')
    for (const id of ['99999', 'x']) await expect(open().facilityMail(id)).rejects.toBeInstanceOf(InvalidEmrResponse)
  })
})

describe('forms', () => {
  test('have a state and instants; starting one answers the address of its page [2 §7.10 §7.11]', async () => {
    const emr = open()
    expect((await emr.forms(maria)).map(({ name, status }) => [name, status])).toEqual([
      ['Medical History', 'assigned'],
      ['Skin Cancer Screening Questionnaire', 'started'],
      ['Notice of Privacy Practices', 'other'],
    ])
    expect(await emr.startForm({ patientId: maria, ...medicalHistory })).toBe(
      `${origin}/lakeside/forms/medical-history`,
    )
    expect((await emr.forms(maria))[0]).toEqual({
      ...medicalHistory,
      status: 'started',
      requestedAt: '2026-02-22T15:00:00.000Z',
      updatedAt: sandbox.clock.now.toISOString(),
    })
  })

  test("another patient's form, a completed one and one of no patient cannot be started", async () => {
    const emr = open()
    const completed = { name: 'Notice of Privacy Practices', template: 'privacy-practices' }
    expect(await emr.startForm({ patientId: '1002', ...medicalHistory })).toBeUndefined()
    expect(await emr.startForm({ patientId: maria, ...completed })).toBeUndefined()
    expect(await emr.startForm({ patientId: 'x', ...medicalHistory })).toBeUndefined()
    expect(await emr.forms('x')).toEqual([])
  })

  test('are started once, although by GET: a lost answer is not asked for again [2 §7.12]', async () => {
    const calls: CallRecord[] = []
    const emr = open('lakeside', { onCall: (record) => calls.push(record) })
    await fault({ path: 'UpdateFormsData', kind: 'lost', times: 2 })
    const start = emr.startForm({ patientId: maria, ...medicalHistory })
    await expect(start).rejects.toMatchObject({ name: 'EmrTimeout', mayHaveHappened: true })
    expect(calls.map(({ outcome }) => outcome)).toEqual(['timeout'])
    const left = await sandbox.app.inject('/sandbox/faults')
    expect(left.json()).toMatchObject([{ times: 1 }])
  })
})

describe('video visits', () => {
  test('are reported by the number of an appointment, and an unknown one is answered', async () => {
    const emr = open()
    const { items } = await emr.appointments({ patientId: maria, list: 'upcoming', page: 1, size: 20 })
    const appointmentId = items.find(({ mode }) => mode === 'telederm')?.id ?? expect.fail('the seed has one')
    const url = 'https://portal.example.org/appointment/tele/a/b'
    const as = ['patient', 'provider'] as const
    for (const id of [appointmentId, appointmentId, '1', 'x']) {
      const visit = { appointmentId: id, room: 'r 1' }
      const results = [
        await emr.setVisitLink({ appointmentId: id, url }),
        ...(await Promise.all(as.map((each) => emr.enterVisit({ ...visit, as: each })))),
        await emr.leaveVisit({ ...visit, as: 'patient' }),
        await emr.endVisit(visit),
      ]
      expect([id, results]).toEqual([id, results.map(() => id === appointmentId)])
    }
  })
})

describe('booking', () => {
  test('a time is held once, booked once, and found by its reference [1 §3.17 §7.17 §7.19]', async () => {
    const emr = open()
    const booking = await prepare(emr, 0, 'ref-1')
    expect(await emr.holdSlot(booking)).toBeUndefined()
    const id = await emr.bookAppointment(booking)
    expect(id).toMatch(/^\d+$/)
    expect(await emr.bookAppointment(booking)).toBe(id)
    expect(await emr.findBooking('ref-1')).toBe(id)
    expect(await emr.findBooking('ref-2')).toBeUndefined()
    await emr.requestReminder(id ?? '')
    await emr.releaseSlot(booking.slotId)
    await emr.releaseSlot(booking.slotId)
    const appointment = await emr.appointment({ patientId: maria, appointmentId: id ?? '' })
    expect(appointment).toMatchObject({
      startsAt: booking.startsAt,
      minutes: 20,
      providerName: 'Samir Desai',
      mode: 'inoffice',
    })
  })

  test('a hold that was let go books nothing, and what is no slot is declined', async () => {
    const emr = open()
    const booking = await prepare(emr, 0, 'ref-3')
    await emr.releaseSlot(booking.slotId)
    expect(await emr.bookAppointment(booking)).toBeUndefined()
    expect(await emr.holdSlot({ ...booking, startsAt: 'tomorrow' })).toBeUndefined()
    expect(await emr.holdSlot({ ...booking, providerId: 'x' })).toBeUndefined()
    expect(await emr.holdSlot({ ...booking, facilityId: '999' })).toBeUndefined()
  })

  test('a booking whose answer is lost has happened once and is found again', async () => {
    const emr = open()
    const booking = await prepare(emr, 1, 'ref-4')
    await fault({ path: 'BookAppointment', kind: 'lost', times: 1 })
    await expect(emr.bookAppointment(booking)).rejects.toMatchObject({ name: 'EmrTimeout', mayHaveHappened: true })
    const id = await emr.findBooking('ref-4')
    expect(id).toBeDefined()
    expect(await emr.bookAppointment(booking)).toBe(id)
  })
})

describe('faults', () => {
  test('a slow answer within the limit is an answer; none at all is a timeout', async () => {
    await fault({ kind: 'slow', delayMs: 30, times: 1 })
    expect(await open().regions()).toContainEqual(northernNewJersey)
    await fault({ kind: 'hang' })
    await expect(open('lakeside', { timeoutMs: 50 }).regions()).rejects.toBeInstanceOf(EmrTimeout)
  })

  test('down once is unnoticed, down for long is unavailable', async () => {
    await fault({ kind: 'down', times: 1 })
    expect(await open().regions()).toContainEqual(northernNewJersey)
    await fault({ kind: 'down' })
    await expect(open().regions()).rejects.toBeInstanceOf(EmrUnavailable)
  })

  test('an invalid response is detected in every call', async () => {
    await fault({ kind: 'nonsense' })
    const emr = open()
    const calls = [
      emr.adminSetting('LicenseeName'),
      emr.regions(),
      emr.facilities(),
      emr.providers('inoffice'),
      emr.appointmentTypes('inoffice'),
      emr.insurances(),
      emr.slotsForFacility({ ...strip, facilityId: '11' }),
      emr.facilitiesByDate({ ...strip, day: strip.from }),
      emr.findBooking('x'),
      emr.appointments({ patientId: maria, list: 'past', page: 1, size: 5 }),
      emr.patient(maria),
      emr.findPatients(ameliaNovak),
      emr.insurancesOf(maria),
      emr.facilityMail(maria),
      emr.forms(maria),
      emr.startForm({ patientId: maria, ...medicalHistory }),
      emr.requestReminder('1'),
      emr.releaseSlot('1'),
    ]
    for (const outcome of await Promise.allSettled(calls)) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(InvalidEmrResponse) })
    }
  })
})

describe('what is remembered', () => {
  test('reference data is asked for once by many and again after its time; free times always', async () => {
    const calls: CallRecord[] = []
    const emr = open('lakeside', { keepMs: 60_000, onCall: (record) => calls.push(record) })
    const times = (call: string) => calls.filter((record) => record.call === call).length
    const started = sandbox.clock.now
    await Promise.all(Array.from({ length: 20 }, () => emr.providers('inoffice')))
    expect(times('Provider/GetAllProviders')).toBe(1)
    for (let count = 0; count < 2; count++) await emr.slotsForFacility({ ...strip, facilityId: '11' })
    expect(times('Provider/GetSlotsForFacility')).toBe(2)
    expect(times('Provider/GetFacilitiesByInsurance')).toBe(1)
    sandbox.clock.now = new Date(started.getTime() + 61_000)
    await emr.providers('inoffice')
    expect(times('Provider/GetAllProviders')).toBe(2)
    sandbox.clock.now = started
  })
})
