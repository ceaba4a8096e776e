import type { Booking, Emr, Move, SlotKey } from './emr.ts'
import type { RecordClient } from './record-client.ts'
import { recordNumber } from './record-number.ts'
import type { Reference } from './reference.ts'
import { wallClock, type WallClock } from './wall-clock.ts'
import { DoneAnswer, NumberAnswer } from './wire/appointment.ts'

export type Bookings = Pick<
  Emr,
  'holdSlot' | 'releaseSlot' | 'bookAppointment' | 'moveAppointment' | 'findBooking' | 'requestReminder'
>

interface BookingDeps {
  client: RecordClient
  reference: Reference
  now: () => Date
}

export function createBookings({ client, reference, now }: BookingDeps): Bookings {
  const clockAt = async ({ facilityId, startsAt }: SlotKey): Promise<(WallClock & { today: string }) | undefined> => {
    const facility = await reference.facility(facilityId)
    const start = facility && wallClock(startsAt, facility.timeZone)
    const today = facility && wallClock(now().toISOString(), facility.timeZone)?.day
    return start && today ? { ...start, today } : undefined
  }

  return {
    holdSlot: async (slot) => {
      const start = await clockAt(slot)
      const body = start && holdBody(slot, start)
      if (!body) return undefined
      const call = 'Provider/Schedule/Preregistration/AddSlot'
      return idOf(await client.write({ call, method: 'POST', body, answer: NumberAnswer }))
    },
    releaseSlot: async (slotId) => {
      const slotN = recordNumber(slotId)
      if (slotN === undefined) return
      const call = 'Provider/Schedule/Preregistration/RemoveSlot'
      await client.write({ call, rest: `?id=${slotN}`, method: 'DELETE', answer: DoneAnswer })
    },
    bookAppointment: async (booking) => {
      const start = await clockAt(booking)
      const body = start && bookingBody(booking, start)
      if (!body) return undefined
      return idOf(
        await client.write({ call: 'Provider/Schedule/BookAppointment', method: 'POST', body, answer: NumberAnswer }),
      )
    },
    moveAppointment: async (move) => {
      const start = await clockAt(move)
      const body = start && moveBody(move, start)
      if (!body) return undefined
      const call = 'Provider/Schedule/RescheduleAppointment'
      return idOf(await client.write({ call, method: 'POST', body, answer: NumberAnswer }))
    },
    findBooking: async (reference) => {
      const rest = `?${new URLSearchParams({ externalId: reference })}`
      return idOf(await client.read({ call: 'Provider/GetAppointmentByExternalId', rest, answer: NumberAnswer }))
    },
    requestReminder: async (appointmentId, links = {}) => {
      const number = recordNumber(appointmentId)
      if (number === undefined) return
      const rest = `?appointment_n=${number}&isPEAppt=true&employee_n=0`
      const body = {
        ...(links.portal ? { PORTAL_URL: links.portal } : {}),
        ...(links.prepare ? { PREPARE_URL: links.prepare } : {}),
        ...(links.upload ? { UPLOAD_URL: links.upload } : {}),
        ...(links.visit ? { VISIT_URL: links.visit } : {}),
      }
      const call = 'Reminder/ImmediateReminderNotification'
      await client.write({ call, rest, method: 'POST', body, answer: DoneAnswer })
    },
  }
}

const idOf = (number: number): string | undefined => (number === 0 ? undefined : String(number))

function holdBody(slot: SlotKey, start: WallClock): Record<string, unknown> | undefined {
  const providerN = recordNumber(slot.providerId)
  const facilityN = recordNumber(slot.facilityId)
  if (providerN === undefined || facilityN === undefined) return undefined
  return {
    EMPLOYEE_N: providerN,
    FACILITY_N: facilityN,
    PRE_REGISTRATION_DATE: start.day,
    PRE_REGISTRATION_SLOT_TIME: start.instant,
    DURATION: slot.minutes,
  }
}

/** The payload of specification 1 §3, with the values that it prescribes for a new appointment. */
function bookingBody(booking: Booking, start: WallClock & { today: string }): Record<string, unknown> | undefined {
  const numbers = [booking.slotId, booking.patientId, booking.providerId, booking.facilityId].map(recordNumber)
  if (numbers.includes(undefined)) return undefined
  const [slotN, patientN, providerN, facilityN] = numbers
  return {
    SLOT_ID: slotN,
    APPOINTMENT_EXTERNAL_ID: booking.reference,
    APPOINTMENT_EXTERNAL_ID_TEXT: '',
    PATIENT_N: patientN,
    EMPLOYEE_N: providerN,
    FACILITY_N: facilityN,
    APPOINTMENT_DATE: start.day,
    APPOINTMENT_CHECKIN_TIME: start.instant,
    APPOINTMENT_TYPE_OF_WORK: booking.typeName,
    APPOINTMENT_TYPE_NAME: booking.typeName,
    IsTeleHealth: booking.mode === 'telederm',
    APPOINTMENT_IS_ACTIVE: true,
    DURATION: booking.minutes,
    CANCELLATION_REASON: '',
    COMMENT: '',
    APPOINTMENT_CREATION_DATE: start.today,
    SOURCE: 'Patient Portal',
    UTC_Offset: start.offset,
    ...(booking.portalUrl ? { PORTAL_URL: booking.portalUrl } : {}),
  }
}

function moveBody(move: Move, start: WallClock): Record<string, unknown> | undefined {
  const numbers = [move.slotId, move.appointmentId, move.patientId, move.providerId, move.facilityId].map(recordNumber)
  if (numbers.includes(undefined)) return undefined
  const [slotN, appointmentN, patientN, providerN, facilityN] = numbers
  return {
    SLOT_ID: slotN,
    APPOINTMENT_N: appointmentN,
    APPOINTMENT_EXTERNAL_ID: move.reference,
    PATIENT_N: patientN,
    EMPLOYEE_N: providerN,
    FACILITY_N: facilityN,
    APPOINTMENT_DATE: start.day,
    APPOINTMENT_CHECKIN_TIME: start.instant,
    DURATION: move.minutes,
    ...(move.portalUrl ? { PORTAL_URL: move.portalUrl } : {}),
  }
}
