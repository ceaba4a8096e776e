import { describe, expect } from 'vitest'
import { gatewayTest as test } from '../../../tests/support/gateway-test.ts'
import { people } from '../../sandbox/seed/people.ts'
import { InvalidEmrResponse, EmrTimeout, EmrUnavailable } from './emr.errors.ts'
import type { CallRecord } from './record-client.ts'

const maria = String(people.mariaAlvarez.patientN)
const northernNewJersey = { id: '2', name: 'Northern New Jersey', state: 'NJ' }
const strip = { from: '2026-03-02', days: 7, mode: 'inoffice', typeId: '1' } as const
const ameliaNovak = { firstName: 'amelia', lastName: 'NOVAK', dob: '1988-04-12', gender: 2, zip: '10017' } as const
const medicalHistory = { name: 'Medical History', template: 'medical-history' }

describe('faults', () => {
  test('a slow answer within the limit is an answer; none at all is a timeout', async ({ open, records }) => {
    await records.fault({ kind: 'slow', delayMs: 30, times: 1 })
    expect(await open().regions()).toContainEqual(northernNewJersey)
    await records.fault({ kind: 'hang' })
    await expect(open('lakeside', { timeoutMs: 50 }).regions()).rejects.toBeInstanceOf(EmrTimeout)
  })

  test('down once is unnoticed, down for long is unavailable', async ({ open, records }) => {
    await records.fault({ kind: 'down', times: 1 })
    expect(await open().regions()).toContainEqual(northernNewJersey)
    await records.fault({ kind: 'down' })
    await expect(open().regions()).rejects.toBeInstanceOf(EmrUnavailable)
  })

  test('an invalid response is detected in every call', async ({ open, records }) => {
    await records.fault({ kind: 'nonsense' })
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
  test('reference data is asked for once by many and again after its time; free times always', async ({
    open,
    records,
  }) => {
    const calls: CallRecord[] = []
    const emr = open('lakeside', { keepMs: 60_000, onCall: (record) => calls.push(record) })
    const times = (call: string) => calls.filter((record) => record.call === call).length
    const started = records.sandbox.clock.now
    await Promise.all(Array.from({ length: 20 }, () => emr.providers('inoffice')))
    expect(times('Provider/GetAllProviders')).toBe(1)
    for (let count = 0; count < 2; count++) await emr.slotsForFacility({ ...strip, facilityId: '11' })
    expect(times('Provider/GetSlotsForFacility')).toBe(2)
    expect(times('Provider/GetFacilitiesByInsurance')).toBe(1)
    records.sandbox.clock.now = new Date(started.getTime() + 61_000)
    await emr.providers('inoffice')
    expect(times('Provider/GetAllProviders')).toBe(2)
    records.sandbox.clock.now = started
  })
})
