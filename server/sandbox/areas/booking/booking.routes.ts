import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type, { type Static } from 'typebox'
import { bookHold, findByExternalId } from './bookings.store.ts'
import { holdTime, releaseHold } from './holds.store.ts'
import { isOffered } from './is-offered.ts'
import { keepPortalLinks } from '../portal-links/portal-links.store.ts'
import type { Sandbox } from '../../practices.ts'
import { Day, Instant, instantOf, RecordNumber } from '../../parameters.ts'

const Minutes = Type.Integer({ minimum: 5, maximum: 480 })
const Text = (maxLength: number) => Type.Optional(Type.String({ maxLength }))

const SlotHold = Type.Object({
  EMPLOYEE_N: RecordNumber,
  FACILITY_N: RecordNumber,
  PRE_REGISTRATION_DATE: Day,
  PRE_REGISTRATION_SLOT_TIME: Instant,
  DURATION: Minutes,
})

const AppointmentBody = Type.Object({
  SLOT_ID: RecordNumber,
  APPOINTMENT_EXTERNAL_ID: Text(200),
  PATIENT_N: RecordNumber,
  EMPLOYEE_N: RecordNumber,
  FACILITY_N: RecordNumber,
  APPOINTMENT_CHECKIN_TIME: Instant,
  APPOINTMENT_TYPE_NAME: Type.String({ minLength: 1, maxLength: 200 }),
  IsTeleHealth: Type.Optional(Type.Boolean()),
  DURATION: Minutes,
  COMMENT: Text(2000),
  SOURCE: Text(50),
  PORTAL_URL: Text(1000),
})

/** Holds a time, releases it, and books it. */
export const bookingRoutes =
  ({ db, now }: Sandbox): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/Provider/Schedule/Preregistration/AddSlot',
      { schema: { body: SlotHold } },
      async ({ practice, body }) => {
        const time = {
          practice: practice.practice,
          employeeN: body.EMPLOYEE_N,
          facilityN: body.FACILITY_N,
          startsAt: instantOf(body.PRE_REGISTRATION_SLOT_TIME),
          minutes: body.DURATION,
        }
        return (await isOffered(db, time, now())) ? holdTime(db, time, now()) : 0
      },
    )
    app.delete(
      '/Provider/Schedule/Preregistration/RemoveSlot',
      { schema: { querystring: Type.Object({ id: RecordNumber }) } },
      async ({ practice, query }) => {
        await releaseHold(db, practice.practice, query.id)
        return true
      },
    )
    app.post(
      '/Provider/Schedule/BookAppointment',
      { schema: { body: AppointmentBody } },
      async ({ practice: { practice }, body }) => {
        const appointmentN = await bookHold(db, { practice, ...paramsOf(body) }, now())
        const { PORTAL_URL: portalUrl } = body
        if (appointmentN && portalUrl) await keepPortalLinks(db, { practice, appointmentN, portalUrl })
        return appointmentN
      },
    )
    app.get(
      '/Provider/GetAppointmentByExternalId',
      { schema: { querystring: Type.Object({ externalId: Type.String() }) } },
      ({ practice, query }) => findByExternalId(db, practice.practice, query.externalId),
    )
  }

const paramsOf = (body: Static<typeof AppointmentBody>) => ({
  slotId: body.SLOT_ID,
  patientN: body.PATIENT_N,
  employeeN: body.EMPLOYEE_N,
  facilityN: body.FACILITY_N,
  startsAt: instantOf(body.APPOINTMENT_CHECKIN_TIME),
  minutes: body.DURATION,
  typeName: body.APPOINTMENT_TYPE_NAME,
  mode: body.IsTeleHealth ? ('telederm' as const) : ('inoffice' as const),
  comment: body.COMMENT ?? '',
  source: body.SOURCE ?? '',
  externalId: body.APPOINTMENT_EXTERNAL_ID ?? '',
})
