import { describe, expect } from 'vitest'
import { gatewayTest as test, type Gateway } from '../../../../tests/support/gateway-test.ts'
import { people } from '../../../sandbox/seed/people.ts'
import type { Booking } from './booking.ts'

const maria = String(people.mariaAlvarez.patientN)
const strip = { from: '2026-03-02', days: 7, mode: 'inoffice', typeId: '1' } as const
const office = { mode: 'inoffice', typeId: '1' } as const
const week = { from: '2026-03-02', days: 7 }

/** Prepares hold and booking of the nth free time of Dr. Desai at Midtown. */
async function prepare(emr: Gateway, index: number, reference: string): Promise<Booking> {
  const schedules = await emr.slotsForProvider({ ...strip, providerId: '102' })
  const slots = schedules.find(({ facility }) => facility.id === '11')?.days.flatMap((day) => day.slots) ?? []
  const { startsAt, minutes } = slots[index] ?? expect.fail('the seed leaves too few free times')
  const slot = { providerId: '102', facilityId: '11', startsAt, minutes }
  const slotId = (await emr.holdSlot(slot)) ?? expect.fail('the time should be free')
  return { ...slot, slotId, patientId: maria, mode: 'inoffice', typeName: 'In-office Appointment', reference }
}

describe('a booking', () => {
  test('is a hold, an appointment with what the specification names, a reminder and a release [1 §3.16 §3.20 §3.21 §3.22 §7.17 §7.18 §7.19 §7.20 §9.21]', async ({
    open,
    records,
  }) => {
    const emr = open()
    const slot = { providerId: '102', facilityId: '11', ...(await freeTime(emr)) }
    const slotId = (await emr.holdSlot(slot)) ?? expect.fail('the time should be free')
    const request = { ...slot, slotId, patientId: maria, mode: 'inoffice', reference: 'ref-0' } as const
    const id =
      (await emr.bookAppointment({ ...request, typeName: 'In-office Appointment' })) ?? expect.fail('not booked')
    await emr.requestReminder(id)
    await emr.releaseSlot(slotId)
    const written = records.calls.filter(({ line }) => !line.startsWith('GET '))
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
      APPOINTMENT_EXTERNAL_ID: 'ref-0',
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

  async function freeTime(emr: Gateway): Promise<{ startsAt: string; minutes: number }> {
    const schedules = await emr.slotsForProvider({ ...office, ...week, providerId: '102' })
    const here = schedules.find(({ facility }) => facility.id === '11')
    return here?.days.flatMap(({ slots }) => slots)[0] ?? expect.fail('the seed leaves too few free times')
  }
})

describe('booking', () => {
  test('a time is held once, booked once, and found by its reference [1 §3.17 §7.17 §7.19]', async ({ open }) => {
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

  test('a hold that was let go books nothing, and what is no slot is declined', async ({ open }) => {
    const emr = open()
    const booking = await prepare(emr, 0, 'ref-3')
    await emr.releaseSlot(booking.slotId)
    expect(await emr.bookAppointment(booking)).toBeUndefined()
    expect(await emr.holdSlot({ ...booking, startsAt: 'tomorrow' })).toBeUndefined()
    expect(await emr.holdSlot({ ...booking, providerId: 'x' })).toBeUndefined()
    expect(await emr.holdSlot({ ...booking, facilityId: '999' })).toBeUndefined()
  })

  test('a booking whose answer is lost has happened once and is found again', async ({ open, records }) => {
    const emr = open()
    const booking = await prepare(emr, 1, 'ref-4')
    await records.fault({ path: 'BookAppointment', kind: 'lost', times: 1 })
    await expect(emr.bookAppointment(booking)).rejects.toMatchObject({ name: 'EmrTimeout', mayHaveHappened: true })
    const id = await emr.findBooking('ref-4')
    expect(id).toBeDefined()
    expect(await emr.bookAppointment(booking)).toBe(id)
  })
})
