import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { findAppointment, listAppointments, type AppointmentList, type AppointmentRow } from './appointments.store.ts'
import type { Sandbox } from '../../practices.ts'
import { Page, RecordNumber } from '../../parameters.ts'
import { wireInstant } from '../../local-time.ts'
import { notFound } from '../../refusal.ts'

const lists: Record<string, AppointmentList> = {
  GetUpcomingAppointments: 'upcoming',
  GetPastAppointments: 'past',
  GetCancelledAppointments: 'cancelled',
}

/** Appointments as their patient sees them. */
export const appointmentRoutes =
  ({ db, now }: Sandbox): FastifyPluginAsyncTypebox =>
  async (app) => {
    const PageOfPatient = Type.Object({ patient_n: RecordNumber, ...Page })
    for (const [name, list] of Object.entries(lists)) {
      app.get(`/Provider/${name}`, { schema: { querystring: PageOfPatient } }, async ({ practice, query }) => {
        const { patient_n: patientN, page, pageSize: size } = query
        const { total, rows } = await listAppointments(db, {
          practice: practice.practice,
          patientN,
          list,
          page,
          size,
          now: now(),
        })
        return { Total: total, Items: rows.map(wireAppointment) }
      })
    }
    app.get(
      '/Provider/GetAppointment',
      { schema: { querystring: Type.Object({ patient_n: RecordNumber, appt_id: RecordNumber }) } },
      async ({ practice, query }) => {
        const appointment = await findAppointment(db, practice.practice, query.appt_id)
        if (appointment?.patientN !== query.patient_n) throw notFound('appointment')
        return wireAppointment(appointment)
      },
    )
  }

/** An appointment as specification 1 §3 names its fields. */
const wireAppointment = (row: AppointmentRow): Record<string, unknown> => ({
  APPOINTMENT_N: row.appointmentN,
  PATIENT_N: row.patientN,
  EMPLOYEE_N: row.employeeN,
  FACILITY_N: row.facilityN,
  APPOINTMENT_CHECKIN_TIME: wireInstant(row.zone, row.startsAt),
  DURATION: row.minutes,
  APPOINTMENT_TYPE_NAME: row.typeName,
  IsTeleHealth: row.mode === 'telederm',
  APPOINTMENT_IS_ACTIVE: !row.isCancelled,
  CANCELLATION_REASON: row.cancellationReason,
  APPOINTMENT_REVIEWSTARS: row.reviewStars ?? 0,
  EMPLOYEE_FIRST_NAME: row.firstName,
  EMPLOYEE_LAST_NAME: row.lastName,
  EMPLOYEE_JOB_TITLE: row.jobTitle,
  FACILITY_NAME: row.facilityName,
  FACILITY_ADDRESS: row.address,
  FACILITY_CITY: row.city,
  FACILITY_STATE: row.state,
  FACILITY_ZIP: row.zip,
  SCHEDULING_PHONE: row.phone,
  Facility_Info: row.info,
  TIME_ZONE: row.zone,
})
