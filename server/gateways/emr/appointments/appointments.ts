import type { AreaDeps } from '../area.ts'
import type { VisitMode } from '../reference/reference.ts'
import { recordNumber } from '../record-number.ts'
import { noteOf } from '../wire/note.ts'
import { AppointmentAnswer, AppointmentPageAnswer, type WireAppointment } from './appointments.wire.ts'

export type AppointmentList = 'upcoming' | 'past' | 'cancelled'

interface AppointmentQuery {
  patientId: string
  list: AppointmentList
  /** The first page is 1. */
  page: number
  size: number
}

export interface Appointment {
  id: string
  providerId: string
  facilityId: string
  startsAt: string
  minutes: number
  timeZone: string
  providerName: string
  facilityName: string
  facilityPhone: string
  facilityAddress: string
  /** How to get there: parking, entrance. */
  facilityInfo?: string
  typeName: string
  mode: VisitMode
  cancellationReason?: string
  /** 1 to 5; undefined until the patient has rated the visit. */
  reviewStars?: number
}

interface Appointments {
  appointments(query: AppointmentQuery): Promise<{ total: number; items: Appointment[] }>
  appointment(query: { patientId: string; appointmentId: string }): Promise<Appointment | undefined>
}

const calls: Record<AppointmentList, string> = {
  upcoming: 'Provider/GetUpcomingAppointments',
  past: 'Provider/GetPastAppointments',
  cancelled: 'Provider/GetCancelledAppointments',
}

/** Makes the calls for the appointments of a patient. Nothing of it is cached. */
export function createAppointments({ client }: AreaDeps): Appointments {
  return {
    appointments: async ({ patientId, list, page, size }) => {
      const number = recordNumber(patientId)
      if (number === undefined) return { total: 0, items: [] }
      const rest = `?patient_n=${number}&page=${page}&pageSize=${size}`
      const { Total: total, Items: items } = await client.read({
        call: calls[list],
        rest,
        answer: AppointmentPageAnswer,
      })
      return { total, items: items.map(appointmentOf) }
    },
    appointment: async ({ patientId, appointmentId }) => {
      const patientN = recordNumber(patientId)
      const appointmentN = recordNumber(appointmentId)
      if (patientN === undefined || appointmentN === undefined) return undefined
      const rest = `?patient_n=${patientN}&appt_id=${appointmentN}`
      const appointment = await client.find({ call: 'Provider/GetAppointment', rest, answer: AppointmentAnswer })
      return appointment && appointmentOf(appointment)
    },
  }
}

const appointmentOf = (appointment: WireAppointment): Appointment => ({
  ...infoOf(noteOf(appointment.Facility_Info)),
  id: String(appointment.APPOINTMENT_N),
  providerId: String(appointment.EMPLOYEE_N),
  facilityId: String(appointment.FACILITY_N),
  startsAt: new Date(appointment.APPOINTMENT_CHECKIN_TIME).toISOString(),
  minutes: appointment.DURATION,
  timeZone: appointment.TIME_ZONE,
  providerName: `${appointment.EMPLOYEE_FIRST_NAME} ${appointment.EMPLOYEE_LAST_NAME}`,
  facilityName: appointment.FACILITY_NAME,
  facilityPhone: appointment.SCHEDULING_PHONE,
  facilityAddress: `${appointment.FACILITY_ADDRESS}, ${appointment.FACILITY_CITY}, ${appointment.FACILITY_STATE} ${appointment.FACILITY_ZIP}`,
  typeName: appointment.APPOINTMENT_TYPE_NAME,
  mode: appointment.IsTeleHealth ? 'telederm' : 'inoffice',
  ...(appointment.APPOINTMENT_REVIEWSTARS ? { reviewStars: appointment.APPOINTMENT_REVIEWSTARS } : {}),
  ...(appointment.APPOINTMENT_IS_ACTIVE ? {} : { cancellationReason: appointment.CANCELLATION_REASON }),
})

const infoOf = (facilityInfo: string | undefined) => (facilityInfo === undefined ? {} : { facilityInfo })
