import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { findAppointment, markAppointment, type AppointmentRow } from '../appointments/appointments.store.ts'
import type { Sandbox } from '../../practices.ts'
import { dayOf } from '../../local-time.ts'
import { jsonText } from '../../json-text.ts'
import { AppointmentByQuery, RecordNumber } from '../../parameters.ts'
import { notFound, Refusal } from '../../refusal.ts'

const ByAppointment = Type.Object({ appointmentID: RecordNumber })
const ById = Type.Object({ id: RecordNumber })

/** What the landing page after a booking asks about one appointment. */
export const arrivalRoutes =
  ({ db, now }: Sandbox): FastifyPluginAsyncTypebox =>
  async (app) => {
    const find = async (practice: string, appointmentN: number) => {
      const found = await findAppointment(db, practice, appointmentN)
      if (!found) throw notFound('appointment')
      return found
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
        const found = await find(practice.practice, query.appointmentID)
        if (!['today', 'present'].includes(statusOf(found, now())))
          throw new Refusal(409, 'The appointment is not today.')
        await markAppointment(db, {
          practice: practice.practice,
          appointmentN: found.appointmentN,
          what: 'arrived',
          now: now(),
        })
        return jsonText(reply, 'Patient Arrival is confirmed')
      },
    )
    app.get('/parkinglot/linkexpiry', { schema: { querystring: ById } }, async ({ practice, query }) =>
      ['past', 'cancelled'].includes(statusOf(await find(practice.practice, query.id), now())),
    )
    app.get('/parkinglot/fetchSchedulingPhone', { schema: { querystring: ById } }, async ({ practice, query }, reply) =>
      jsonText(reply, (await find(practice.practice, query.id)).phone),
    )
  }

type AppointmentStatus = 'past' | 'cancelled' | 'today' | 'present' | 'future'

/** Specification 1 §3, for the landing page: `present` while the visit is going on, `today` before it on its day. */
function statusOf(row: AppointmentRow, now: number): AppointmentStatus {
  if (row.isCancelled) return 'cancelled'
  if (row.startsAt + row.minutes * 60_000 <= now) return 'past'
  if (row.startsAt <= now) return 'present'
  return dayOf(row.zone, row.startsAt) === dayOf(row.zone, now) ? 'today' : 'future'
}
