import type { AreaDeps } from '../area.ts'
import { recordNumber } from '../record-number.ts'
import { findFacility, type VisitMode } from '../reference/reference.ts'
import { wallClock, type WallClock } from '../wall-clock.ts'
import { DoneAnswer } from '../wire/answers.ts'
import { CancelAnswer, NumberAnswer } from './booking.wire.ts'

interface SlotKey {
  providerId: string
  facilityId: string
  startsAt: string
  minutes: number
}

export interface Booking extends SlotKey {
  patientId: string
  slotId: string
  mode: VisitMode
  typeName: string
  /** The portal's own id of this booking; the record server keeps it as APPOINTMENT_EXTERNAL_ID. */
  reference: string
  /** Where the patient finds the portal. */
  portalUrl?: string
}

/** Addresses of the portal for the patient of an appointment, who signs in to open them. */
export interface PortalLinks {
  portal?: string
  prepare?: string
  upload?: string
  visit?: string
}

/** A held time for an existing appointment. */
interface Move extends SlotKey {
  appointmentId: string
  patientId: string
  slotId: string
  /** The portal's own id of this move, kept like that of a booking. */
  reference: string
  /** Where the patient finds the portal. */
  portalUrl?: string
}

interface Bookings {
  /** Holds a time; returns undefined if it is taken already. */
  holdSlot(slot: SlotKey): Promise<string | undefined>
  /** Releasing twice, or after the booking, changes nothing. */
  releaseSlot(slotId: string): Promise<void>
  /**
   * Books a held time once per `reference`; returns undefined if the record server declines. After an EmrError with
   * `mayHaveHappened` call findBooking, or book again with the same reference.
   */
  bookAppointment(booking: Booking): Promise<string | undefined>
  /**
   * Moves an appointment of the patient to a held time, once per `reference`. Returns undefined if the record server
   * declines; then the appointment keeps its time. The old time is released together with taking the new one, not
   * before. Errors are as for bookAppointment.
   */
  moveAppointment(move: Move): Promise<string | undefined>
  /**
   * Cancels an appointment; a second time changes nothing. `over`: it has begun. Returns undefined if the patient has
   * no such appointment. After an EmrError with `mayHaveHappened` read the appointment.
   */
  cancelAppointment(request: {
    patientId: string
    appointmentId: string
    reason: string
  }): Promise<'cancelled' | 'over' | undefined>
  /** Returns the appointment that was booked or moved with this reference, if any. Recovers from a lost response. */
  findBooking(reference: string): Promise<string | undefined>
  /** Asks the record server to remind the patient, with the portal's links for them. */
  requestReminder(appointmentId: string, links?: PortalLinks): Promise<void>
}

/** Makes the calls that hold, book, move and cancel. */
export function createBooking({ client, cache, now }: AreaDeps): Bookings {
  const clockAt = async ({ facilityId, startsAt }: SlotKey): Promise<(WallClock & { today: string }) | undefined> => {
    const facility = await findFacility({ client, cache }, facilityId)
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
    cancelAppointment: async ({ patientId, appointmentId, reason }) => {
      const patientN = recordNumber(patientId)
      const appointmentN = recordNumber(appointmentId)
      if (patientN === undefined || appointmentN === undefined) return undefined
      return client.writeTo({
        call: 'Provider/Schedule/CancelAppointment',
        rest: `?patient_n=${patientN}&appt_id=${appointmentN}`,
        method: 'POST',
        body: { CANCELLATION_REASON: reason },
        answer: CancelAnswer,
      })
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
