import type { Appointment, AppointmentList, Emr } from './emr.ts'
import type { RecordClient } from './record-client.ts'
import { recordNumber } from './record-number.ts'
import { AppointmentAnswer, AppointmentPageAnswer, CancelAnswer, type WireAppointment } from './wire/appointment.ts'

export type Appointments = Pick<Emr, 'appointments' | 'appointment' | 'cancelAppointment'>

const calls: Record<AppointmentList, string> = {
  upcoming: 'Provider/GetUpcomingAppointments',
  past: 'Provider/GetPastAppointments',
  cancelled: 'Provider/GetCancelledAppointments',
}

export function createAppointments(client: RecordClient): Appointments {
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
      const found = await client.find({ call: 'Provider/GetAppointment', rest, answer: AppointmentAnswer })
      return found && appointmentOf(found)
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
  }
}

const appointmentOf = (found: WireAppointment): Appointment => ({
  id: String(found.APPOINTMENT_N),
  providerId: String(found.EMPLOYEE_N),
  facilityId: String(found.FACILITY_N),
  startsAt: new Date(found.APPOINTMENT_CHECKIN_TIME).toISOString(),
  minutes: found.DURATION,
  timeZone: found.TIME_ZONE,
  providerName: `${found.EMPLOYEE_FIRST_NAME} ${found.EMPLOYEE_LAST_NAME}`,
  facilityName: found.FACILITY_NAME,
  facilityPhone: found.SCHEDULING_PHONE,
  facilityAddress: `${found.FACILITY_ADDRESS}, ${found.FACILITY_CITY}, ${found.FACILITY_STATE} ${found.FACILITY_ZIP}`,
  typeName: found.APPOINTMENT_TYPE_NAME,
  mode: found.IsTeleHealth ? 'telederm' : 'inoffice',
  ...(found.APPOINTMENT_REVIEWSTARS ? { reviewStars: found.APPOINTMENT_REVIEWSTARS } : {}),
  ...(found.APPOINTMENT_IS_ACTIVE ? {} : { cancellationReason: found.CANCELLATION_REASON }),
})
