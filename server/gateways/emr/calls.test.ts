import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestSandbox, type TestSandbox } from '../../../tests/support/test-sandbox.ts'
import { people } from '../../sandbox/seed/people.ts'
import { createEmr } from './create-emr.ts'

interface Call {
  /** The method, and the URL after the practice's base address. */
  line: string
  token: unknown
  body: Record<string, unknown>
}

const base = '/lakeside/api/'
const maria = String(people.mariaAlvarez.patientN)
const office = { mode: 'inoffice', typeId: '1' } as const
const video = { mode: 'telederm', typeId: '2' } as const
const week = { from: '2026-03-02', days: 7 }

let sandbox: TestSandbox
let between: Server
let calls: Call[]
/** Changes the response of the record server. */
let alter: (answer: string) => string
let emr: ReturnType<typeof createEmr>

beforeAll(async () => {
  sandbox = await openTestSandbox()
  between = createServer((request, response) => void passOn(request, response))
  await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve))
  const { port } = between.address() as AddressInfo // the server listens on TCP
  const baseUrl = `http://127.0.0.1:${port}${base}`
  emr = createEmr({ baseUrl, timeoutMs: 20_000, keepMs: 0, now: () => sandbox.clock.now })
})
beforeEach(() => {
  calls = []
  alter = (answer) => answer
})
afterAll(async () => {
  await emr.close()
  between.close()
  await sandbox.close()
})

/** A proxy in front of the record server that records the requests. */
async function passOn(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url = '', headers } = request
  const payload = await text(request)
  const body = payload === '' ? {} : (JSON.parse(payload) as Call['body']) // written by the gateway
  calls.push({ line: `${method} ${url.slice(base.length)}`, token: headers.token, body })
  const answer = await sandbox.app.inject({ method: method as 'GET', url, headers, payload }) // a method of HTTP
  response.writeHead(answer.statusCode, { 'content-type': 'application/json' }).end(alter(answer.body))
}

const slot = { slotDate: '2026-03-02T09:00:00-05:00', isslotexisting: false }
const general = [{ ...slot, duration: 20 }]
const own = [{ ...slot, duration: 50 }]

const lines = () => calls.map(({ line }) => line)

/** Returns the id of a visit of Maria. */
async function visitOf(mode: 'inoffice' | 'telederm'): Promise<string> {
  const { items } = await emr.appointments({ patientId: maria, list: 'upcoming', page: 1, size: 20 })
  const visit = items.find((each) => each.mode === mode) ?? expect.fail(`the seed has a visit of ${mode}`)
  calls = []
  return visit.id
}

describe('the record server is asked', () => {
  test('for the practice, its settings, places and types [1 §7.6 §7.15 §7.16 §7.27 §7.28] [2 §7.16 §7.17]', async () => {
    await emr.licenseName()
    await emr.adminSetting('EnableCenterLogo')
    await emr.regions()
    await emr.appointmentTypes('telederm')
    await emr.logo()
    expect(lines()).toEqual([
      'GET Provider/GetLicenseName',
      'GET Provider/GetAdminSettingValue?settingName=EnableCenterLogo',
      'GET Provider/GetFacilityRegions',
      'GET Provider/Schedule/GetAppointmentTypes?filter=telederm&patientType=existing',
      'GET GetLogo',
    ])
  })

  test('for providers and locations, also by insurance [1 §7.2 §7.3 §7.4]', async () => {
    await emr.providers('inoffice')
    await emr.providers('telederm')
    await emr.facilities({ insuranceId: '2' })
    expect(lines()).toEqual([
      'GET Provider/GetAllProviders',
      'GET Provider/TeleHealth/GetAllProviders',
      'GET Provider/GetFacilitiesByInsurance/2',
    ])
    calls = []
    await emr.providers('inoffice', { insuranceId: '2' })
    expect(lines().toSorted()).toEqual(['GET Provider/GetAllProviders', 'GET Provider/GetProvidersByInsurance/2'])
  })

  test('for times, with what each view sends [1 §7.5 §7.7 §7.8 §7.9 §7.10 §7.11 §7.12 §7.13 §9.21] [2 §9.25]', async () => {
    await emr.slotsForFacility({ ...office, ...week, facilityId: '11' })
    await emr.slotsForProvider({ ...office, ...week, providerId: '102' })
    await emr.slotsForProvider({ ...video, ...week })
    await emr.slotsByDate({ ...office, day: '2026-03-03', facilityId: '11' })
    await emr.facilitiesByDate({ ...office, day: '2026-03-03' })
    expect(lines().filter((line) => /Slots|ByDate/.test(line))).toEqual([
      'GET Provider/GetSlotsForFacility/7/03-02-2026/11/0/1',
      'GET Provider/GetSlotsForProvider/7/03-02-2026/102/inoffice/0/1',
      'GET Provider/TeleHealth/GetSlotsForProvider/7/03-02-2026/-1/telederm/0/2',
      'GET Provider/GetFacilitySlotsForProviderBydate/11/-1/03-03-2026/1/0/1',
      'GET Provider/GetFacilitiesByDate/03-03-2026/1',
    ])
  })

  test('for types of its own, whose times replace the general ones, also where there are none [1 §4.41 §4.42]', async () => {
    alter = (answer) =>
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

  test('to find somebody who signs up [1 §3.6 §7.41] [2 §5.49]', async () => {
    await emr.findPatients({ firstName: 'Amelia', lastName: 'Novak', dob: '1988-04-12', gender: 2, zip: '10017' })
    expect(lines()).toEqual([
      'GET Provider/GetPatient?firstName=Amelia&lastName=Novak&dob=1988-04-12&gender=2&zip=10017',
    ])
  })
})

describe('a booking', () => {
  test('is a hold, an appointment with what the specification names, a reminder and a release [1 §3.16 §3.20 §3.21 §3.22 §7.17 §7.18 §7.19 §7.20 §9.21]', async () => {
    const slot = { providerId: '102', facilityId: '11', ...(await freeTime()) }
    const slotId = (await emr.holdSlot(slot)) ?? expect.fail('the time should be free')
    const request = { ...slot, slotId, patientId: maria, mode: 'inoffice', reference: 'ref-1' } as const
    const id =
      (await emr.bookAppointment({ ...request, typeName: 'In-office Appointment' })) ?? expect.fail('not booked')
    await emr.requestReminder(id)
    await emr.releaseSlot(slotId)
    const written = calls.filter(({ line }) => !line.startsWith('GET '))
    expect(written.map(({ line }) => line)).toEqual([
      'POST Provider/Schedule/Preregistration/AddSlot',
      'POST Provider/Schedule/BookAppointment',
      `POST Reminder/ImmediateReminderNotification?appointment_n=${id}&isPEAppt=true&employee_n=0`,
      `DELETE Provider/Schedule/Preregistration/RemoveSlot?id=${slotId}`,
    ])
    const who = { EMPLOYEE_N: 102, FACILITY_N: 11 }
    expect(written[0]?.body).toMatchObject({
      ...who,
      PRE_REGISTRATION_DATE: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      PRE_REGISTRATION_SLOT_TIME: expect.stringMatching(/-05:00$/),
    })
    expect(written[1]?.body).toMatchObject({
      ...who,
      PATIENT_N: Number(maria),
      APPOINTMENT_EXTERNAL_ID: 'ref-1',
      APPOINTMENT_EXTERNAL_ID_TEXT: '',
      APPOINTMENT_TYPE_NAME: 'In-office Appointment',
      APPOINTMENT_TYPE_OF_WORK: 'In-office Appointment',
      APPOINTMENT_IS_ACTIVE: true,
      DURATION: 20,
      CANCELLATION_REASON: '',
      COMMENT: '',
      APPOINTMENT_CREATION_DATE: '2026-02-25',
      UTC_Offset: '-05:00',
    })
  })

  async function freeTime(): Promise<{ startsAt: string; minutes: number }> {
    const schedules = await emr.slotsForProvider({ ...office, ...week, providerId: '102' })
    const here = schedules.find(({ facility }) => facility.id === '11')
    return here?.days.flatMap(({ slots }) => slots)[0] ?? expect.fail('the seed leaves too few free times')
  }
})

describe('around a visit the record server', () => {
  test('tells its state and hears that the patient will come, and has come [1 §7.21 §7.23 §7.24 §7.25] [2 §7.17]', async () => {
    const id = await visitOf('inoffice')
    expect(await emr.appointmentStatus(id)).toBe('future')
    expect(await emr.confirmation(id)).toEqual({ isConfirmed: false, isArrived: false })
    expect((await emr.appointment({ patientId: maria, appointmentId: id }))?.facilityPhone).toMatch(/^\d{10}$/)
    expect(await emr.confirmReminder(id)).toBe(true)
    await emr.confirmArrival(id).catch(() => undefined) // refused, because it is not the day of the visit
    expect(await emr.shortLink('visits')).toBe('/user/home/appointments')
    expect(lines()).toEqual([
      `GET Provider/GetAppointmentStatus?appt_id=${id}`,
      `GET Provider/GetConfirmationStatus?appt_id=${id}`,
      `GET Provider/GetAppointment?patient_n=${maria}&appt_id=${id}`,
      `POST Reminder/ReminderConfirmation?appointmentID=${id}`,
      `POST Reminder/ParkingLotConfirmation?appointmentID=${id}`,
      'GET Provider/GetShortURL/visits',
    ])
  })

  test('hears who is in the room and that the visit has ended [1 §7.29 §7.31]', async () => {
    const appointmentId = await visitOf('telederm')
    await emr.enterVisit({ appointmentId, room: 'r1', as: 'patient' })
    await emr.leaveVisit({ appointmentId, as: 'patient', room: 'r1' })
    await emr.endVisit({ appointmentId, room: 'r1' })
    expect(lines().filter((line) => !line.includes('RoomAccess'))).toEqual([
      `POST Provider/TeleHealth/UpdatePatientCallStatus?isPatientJoined=1&appt_id=${appointmentId}`,
      `POST Provider/TeleHealth/UpdatePatientCallStatus?isPatientJoined=0&appt_id=${appointmentId}`,
      `POST Provider/TeleHealth/EndVisit?appt_id=${appointmentId}&room=r1`,
    ])
  })

  test('is asked for the words to a rating and keeps it, with its words out of the address [1 §7.33 §7.34 §7.35]', async () => {
    const appointmentId = await visitOf('inoffice')
    await emr.feedbackAcknowledgement({ appointmentId, stars: 5 })
    await emr.reviewLink({ appointmentId, flag: '0' })
    await emr.addReview({ appointmentId, stars: 2, comments: 'It took long.' })
    expect(lines()).toEqual([
      `GET Provider/GetFeedbackAcknowledgement?stars=5&id=${appointmentId}`,
      `GET Provider/GetReviewLink?id=${appointmentId}&flag=0`,
      'POST Provider/AddReview',
    ])
    const review = { reviewStars: 2, reviewComments: 'It took long.', sessionId: Number(appointmentId) }
    expect(calls.at(-1)?.body).toEqual(review)
  })

  test('takes documents with a token of their own [1 §3.26 §7.36 §7.37 §7.38] [2 §3.31 §3.33 §7.47 §9.11]', async () => {
    const appointmentId = await visitOf('inoffice')
    expect(await emr.documentCategories()).toContain('Insurance card')
    const token = (await emr.documentToken(appointmentId)) ?? expect.fail('no token')
    const content = Buffer.alloc(1_572_864, 'x')
    const file = { category: 'other', other: 'Passport', fileName: 'a.pdf', type: 'application/pdf', content } as const
    expect(await emr.addDocument({ token, reference: 'file-1', appointmentId, ...file })).toBe('stored')
    expect(lines()).toEqual([
      'GET Provider/GetDocumentCategories',
      `GET GetAuthenticationToken/${appointmentId}`,
      'POST Convertbase64ToImage',
    ])
    expect(calls[2]).toMatchObject({
      token,
      body: {
        Appointment_N: Number(appointmentId),
        Files: [
          {
            DocumentType: 'other',
            OtherDocument: 'Passport',
            FileName: 'a.pdf',
            FileType: 'application/pdf',
            FileSize: 1.5,
            Base64EncodedFile: content.toString('base64'),
            Appointment_N: Number(appointmentId),
          },
        ],
      },
    })
  })

  test('takes documents of a patient without an appointment, once for their reference [2 §3.31 §3.32 §9.11]', async () => {
    const { patientN, emrid } = people.mariaAlvarez
    const content = Buffer.alloc(1_572_864, 'x')
    const file = { category: 'other', other: 'Passport', fileName: 'a.pdf', type: 'application/pdf', content } as const
    const document = { patientId: String(patientN), reference: 'chart-file-1', ...file }
    expect(await emr.addChartDocument(document)).toBe('stored')
    expect(calls.at(-1)).toMatchObject({
      line: 'POST UploadDocuments',
      body: {
        EMRID: emrid,
        Files: [
          {
            DocumentType: 'other',
            OtherDocument: 'Passport',
            FileName: 'a.pdf',
            FileType: 'application/pdf',
            FileSize: 1.5,
            Base64EncodedFile: content.toString('base64'),
            Patient_N: patientN,
          },
        ],
      },
    })
    expect(await emr.addChartDocument(document)).toBe('stored')
    expect(await emr.addChartDocument({ ...document, patientId: '999999' })).toBe('unknown')
  })
})
