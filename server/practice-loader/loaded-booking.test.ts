import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../tests/support/databases.ts'
import type { Database } from '../db/open.ts'
import { buildSandbox } from '../sandbox/sandbox.ts'
import type { FileReport } from './file-report.ts'
import { loadFile, prepareLoading } from './load-file.ts'
import { bundleOf, clinic, doctor, person, visit } from '../../tests/support/practice-to-load.ts'

let database: Database
let app: FastifyInstance
let report: FileReport
beforeAll(async () => {
  database = await openTestDatabase('fixed', { engine: 'pglite' })
  app = await buildSandbox({ database, now: () => new Date('2026-03-02T12:00:00Z') })
  await prepareLoading(database)
  const bytes = bundleOf([clinic, doctor, person, visit])
  report = await loadFile(database.db, { name: 'x', bytes }, { practice: 'lakeside', dropDigits: false, shiftDays: 0 })
})
afterAll(async () => {
  await app.close()
  await database.close()
})

const get = async (path: string) => (await app.inject(`/lakeside/api/Provider/${path}`)).json()
const marsh = async () => {
  const providers = await get('GetAllProviders')
  return providers.find((provider: { EMPLOYEE_LAST_NAME: string }) => provider.EMPLOYEE_LAST_NAME === 'Marsh')
}

test('a loaded patient is found at sign-up and has the past visit', async () => {
  const [patient] = await get('GetPatient?firstName=ana&lastName=REYES&dob=1990-04-01&gender=2&zip=02111')
  expect(patient.patienT_N).toBe(report.people[0]?.patientN)
  const past = await get(`GetPastAppointments?patient_n=${patient.patienT_N}&page=1&pageSize=10`)
  expect(past.Items[0]).toMatchObject({
    APPOINTMENT_TYPE_NAME: 'Check up',
    FACILITY_NAME: 'Harbor Clinic',
    DURATION: 20,
  })
})

test('a free time of a loaded provider can be held and booked by a loaded patient', async () => {
  const { EMPLOYEE_N, FACILITY_N } = await marsh()
  const [schedule] = await get(`GetSlotsForFacility/1/03-03-2026/${FACILITY_N}/0/1`)
  const [slot] = schedule.SlotsDate[0].Slots
  expect(slot.slotDate).toBe('2026-03-03T09:00:00-05:00')
  const post = (path: string, payload: object) =>
    app.inject({ method: 'POST', url: `/lakeside/api/Provider/Schedule/${path}`, payload })
  const time = { EMPLOYEE_N, FACILITY_N, DURATION: slot.duration }
  const held = await post('Preregistration/AddSlot', {
    ...time,
    PRE_REGISTRATION_DATE: '2026-03-03',
    PRE_REGISTRATION_SLOT_TIME: slot.slotDate,
  })
  const booked = await post('BookAppointment', {
    ...time,
    SLOT_ID: held.json(),
    PATIENT_N: report.people[0]?.patientN,
    APPOINTMENT_CHECKIN_TIME: slot.slotDate,
    APPOINTMENT_TYPE_NAME: 'x',
  })
  expect(booked.statusCode).toBe(200)
  expect(Number(booked.body)).toBeGreaterThan(0)
})
