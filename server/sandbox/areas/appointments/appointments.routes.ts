import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { appointmentAnswer } from './appointment-answer.ts'
import { findAppointment, listAppointments, type AppointmentList } from './appointments.store.ts'
import type { Sandbox } from '../../practices.ts'
import { Page, RecordNumber } from '../../parameters.ts'
import { notFound } from '../../refusal.ts'

const lists: Record<string, AppointmentList> = {
  GetUpcomingAppointments: 'upcoming',
  GetPastAppointments: 'past',
  GetCancelledAppointments: 'cancelled',
}

/** What a patient sees of their appointments. */
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
        return { Total: total, Items: rows.map(appointmentAnswer) }
      })
    }
    app.get(
      '/Provider/GetAppointment',
      { schema: { querystring: Type.Object({ patient_n: RecordNumber, appt_id: RecordNumber }) } },
      async ({ practice, query }) => {
        const found = await findAppointment(db, practice.practice, query.appt_id)
        if (found?.patientN !== query.patient_n) throw notFound('appointment')
        return appointmentAnswer(found)
      },
    )
  }
