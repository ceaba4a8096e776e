import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { cancelAppointment, moveAppointment } from './changes.store.ts'
import type { Sandbox } from '../../practices.ts'
import { jsonText } from '../../json-text.ts'
import { Instant, instantOf, RecordNumber } from '../../parameters.ts'
import { notFound } from '../../refusal.ts'

const OfPatient = Type.Object({ patient_n: RecordNumber, appt_id: RecordNumber })
const Reason = Type.Object({ CANCELLATION_REASON: Type.String({ maxLength: 200 }) })
const MoveBody = Type.Object({
  SLOT_ID: RecordNumber,
  APPOINTMENT_N: RecordNumber,
  APPOINTMENT_EXTERNAL_ID: Type.String({ minLength: 1, maxLength: 200 }),
  PATIENT_N: RecordNumber,
  EMPLOYEE_N: RecordNumber,
  FACILITY_N: RecordNumber,
  APPOINTMENT_CHECKIN_TIME: Instant,
  DURATION: Type.Integer({ minimum: 5, maximum: 480 }),
})

/** Cancels and moves existing appointments. */
export const changeRoutes =
  ({ db, now }: Sandbox): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/Provider/Schedule/CancelAppointment',
      { schema: { querystring: OfPatient, body: Reason } },
      async ({ practice: { practice }, query, body }, reply) => {
        const { patient_n: patientN, appt_id: appointmentN } = query
        const cancellation = { practice, patientN, appointmentN, reason: body.CANCELLATION_REASON }
        const outcome = await cancelAppointment(db, cancellation, now())
        if (outcome === 'unknown') throw notFound('appointment')
        return jsonText(reply, outcome)
      },
    )
    app.post(
      '/Provider/Schedule/RescheduleAppointment',
      { schema: { body: MoveBody } },
      ({ practice: { practice }, body }) =>
        moveAppointment(
          db,
          {
            practice,
            slotId: body.SLOT_ID,
            appointmentN: body.APPOINTMENT_N,
            externalId: body.APPOINTMENT_EXTERNAL_ID,
            patientN: body.PATIENT_N,
            employeeN: body.EMPLOYEE_N,
            facilityN: body.FACILITY_N,
            startsAt: instantOf(body.APPOINTMENT_CHECKIN_TIME),
            minutes: body.DURATION,
          },
          now(),
        ),
    )
  }
