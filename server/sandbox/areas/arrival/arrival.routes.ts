import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { findAppointment, markAppointment, type AppointmentRow } from '../appointments/appointments.store.ts'
import type { Sandbox } from '../../practices.ts'
import { dayOf } from '../../local-time.ts'
import { jsonText } from '../../json-text.ts'
import { AppointmentByQuery, RecordNumber } from '../../parameters.ts'
import { notFound, Refusal } from '../../refusal.ts'

const ByAppointment = Type.Object({ appointmentID: RecordNumber })

/** The calls of the landing page after a booking, about one appointment. */
export const arrivalRoutes =
  ({ db, now }: Sandbox): FastifyPluginAsyncTypebox =>
  async (app) => {
    const find = async (practice: string, appointmentN: number) => {
      const appointment = await findAppointment(db, practice, appointmentN)
      if (!appointment) throw notFound('appointment')
      return appointment
    }
    app.get(
      '/Provider/GetAppointmentType',
      { schema: { querystring: AppointmentByQuery } },
      async ({ practice, query }) => {
        const { typeN, typeName, minutes, mode } = await find(practice.practice, query.appt_id)
        return { Id: typeN ?? 0, NAME: typeName, DURATION: minutes, IsTeleHealth: mode === 'telederm' }
      },
    )
    app.get(
      '/Provider/GetAppointmentStatus',
      { schema: { querystring: AppointmentByQuery } },
      async ({ practice, query }, reply) =>
        jsonText(reply, statusOf(await find(practice.practice, query.appt_id), now())),
    )
    app.get(
      '/Provider/GetConfirmationStatus',
      { schema: { querystring: AppointmentByQuery } },
      async ({ practice, query }) => {
        const { isConfirmed, isArrived } = await find(practice.practice, query.appt_id)
        return { IsConfirmed: isConfirmed, IsArrived: isArrived }
      },
    )
    app.post(
      '/Reminder/ReminderConfirmation',
      { schema: { querystring: ByAppointment } },
      async ({ practice, query }) => {
        const { appointmentN } = await find(practice.practice, query.appointmentID)
        return markAppointment(db, { practice: practice.practice, appointmentN, what: 'confirmed', now: now() })
      },
    )
    app.post(
      '/Reminder/ParkingLotConfirmation',
      { schema: { querystring: ByAppointment } },
      async ({ practice, query }, reply) => {
        const appointment = await find(practice.practice, query.appointmentID)
        if (!['today', 'present'].includes(statusOf(appointment, now())))
          throw new Refusal(409, 'The appointment is not today.')
        await markAppointment(db, {
          practice: practice.practice,
          appointmentN: appointment.appointmentN,
          what: 'arrived',
          now: now(),
        })
        return jsonText(reply, 'Patient Arrival is confirmed')
      },
    )
  }

type AppointmentStatus = 'past' | 'cancelled' | 'today' | 'present' | 'future'

/** Specification 1 §3, for the landing page: `present` during the visit, `today` before it on its day. */
function statusOf(row: AppointmentRow, now: number): AppointmentStatus {
  if (row.isCancelled) return 'cancelled'
  if (row.startsAt + row.minutes * 60_000 <= now) return 'past'
  if (row.startsAt <= now) return 'present'
  return dayOf(row.zone, row.startsAt) === dayOf(row.zone, now) ? 'today' : 'future'
}
