import { describe, expect } from 'vitest'
import { gatewayTest as test, visitOf } from '../../../../tests/support/gateway-test.ts'
import { people } from '../../../sandbox/seed/people.ts'

const maria = String(people.mariaAlvarez.patientN)

describe('around a visit the record server', () => {
  test('tells its state and hears that the patient will come, and has come [1 §7.21 §7.23 §7.24 §7.25] [2 §7.17]', async ({
    open,
    records,
  }) => {
    const emr = open()
    const id = await visitOf(emr, records, 'inoffice')
    expect(await emr.appointmentStatus(id)).toBe('future')
    expect(await emr.confirmation(id)).toEqual({ isConfirmed: false, isArrived: false })
    expect((await emr.appointment({ patientId: maria, appointmentId: id }))?.facilityPhone).toMatch(/^\d{10}$/)
    expect(await emr.confirmReminder(id)).toBe(true)
    await emr.confirmArrival(id).catch(() => undefined) // refused, because it is not the day of the visit
    expect(await emr.shortLink('visits')).toBe('/user/home/appointments')
    expect(records.lines()).toEqual([
      `GET Provider/GetAppointmentStatus?appt_id=${id}`,
      `GET Provider/GetConfirmationStatus?appt_id=${id}`,
      `GET Provider/GetAppointment?patient_n=${maria}&appt_id=${id}`,
      `POST Reminder/ReminderConfirmation?appointmentID=${id}`,
      `POST Reminder/ParkingLotConfirmation?appointmentID=${id}`,
      'GET Provider/GetShortURL/visits',
    ])
  })
})

describe('the record server is asked', () => {
  test('for its name in addresses [1 §7.28]', async ({ open, records }) => {
    expect(await open().licenseName()).toBe('lakeside')
    expect(records.lines()).toEqual(['GET Provider/GetLicenseName'])
  })
})
