import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import type { Sandbox } from '../../practices.ts'
import { keepProviderLink, noteEnded, noteJoined, notePatientJoined } from './video-visits.store.ts'
import { AppointmentByQuery, RecordNumber } from '../../parameters.ts'
import { notFound } from '../../refusal.ts'

const Room = Type.String({ minLength: 1, maxLength: 100 })
const Link = Type.Object({ Url: Type.String({ pattern: '^https?://[^\\s"<>]+$', maxLength: 1000 }) })
const CallStatus = Type.Object({
  isPatientJoined: Type.Union([Type.Literal('0'), Type.Literal('1')]),
  appt_id: RecordNumber,
})
const Access = Type.Object({
  appt_id: RecordNumber,
  room: Room,
  participant: Type.Union([Type.Literal('patient'), Type.Literal('provider')]),
})

/** The calls about video visits that the portal sends. */
export const videoVisitRoutes =
  ({ db, now }: Sandbox): FastifyPluginAsyncTypebox =>
  async (app) => {
    const confirmed = async (isKnown: Promise<boolean>) => {
      if (!(await isKnown)) throw notFound('appointment')
      return true
    }
    app.post(
      '/Provider/TeleHealth/SetProviderLink',
      { schema: { querystring: AppointmentByQuery, body: Link } },
      ({ practice: { practice }, query, body }) =>
        confirmed(keepProviderLink(db, { practice, appointmentN: query.appt_id, url: body.Url })),
    )
    app.post(
      '/Provider/TeleHealth/UpdatePatientCallStatus',
      { schema: { querystring: CallStatus } },
      ({ practice: { practice }, query: { appt_id: appointmentN, isPatientJoined } }) =>
        confirmed(notePatientJoined(db, { practice, appointmentN, isJoined: isPatientJoined === '1' })),
    )
    app.post(
      '/Provider/TeleHealth/RoomAccess',
      { schema: { querystring: Access } },
      ({ practice: { practice }, query: { appt_id: appointmentN, room, participant } }) =>
        confirmed(noteJoined(db, { practice, appointmentN, room, participant, now: now() })),
    )
    app.post(
      '/Provider/TeleHealth/EndVisit',
      { schema: { querystring: Type.Object({ appt_id: RecordNumber, room: Room }) } },
      ({ practice: { practice }, query: { appt_id: appointmentN, room } }) =>
        confirmed(noteEnded(db, { practice, appointmentN, room, now: now() })),
    )
  }
