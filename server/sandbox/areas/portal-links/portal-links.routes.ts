import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { keepMessage } from '../../mail/outbox.store.ts'
import { RecordNumber } from '../../parameters.ts'
import type { Sandbox } from '../../practices.ts'
import { jsonText } from '../../json-text.ts'
import { notFound } from '../../refusal.ts'
import { findAppointment, markAppointment } from '../appointments/appointments.store.ts'
import { areLinksEnded, keepPortalLinks, linkedAppointments, schedulingPhone } from './portal-links.store.ts'
import { reminderText } from './reminder-text.ts'

const Url = Type.Optional(Type.String({ pattern: '^https?://[^\\s"<>]+$', maxLength: 1000 }))
const Links = Type.Object({ PORTAL_URL: Url, PREPARE_URL: Url, UPLOAD_URL: Url, VISIT_URL: Url })
const ById = Type.Object({ id: RecordNumber })

/** Reminders with the portal's links, the end of these links, and whom to call. */
export const portalLinkRoutes =
  ({ db, now }: Sandbox): FastifyPluginAsyncTypebox =>
  async (app) => {
    const known = async (practice: string, appointmentN: number) => {
      const appointment = await findAppointment(db, practice, appointmentN)
      if (!appointment) throw notFound('appointment')
      return appointment
    }
    app.post(
      '/Reminder/ImmediateReminderNotification',
      {
        schema: {
          querystring: Type.Object({ appointment_n: RecordNumber }),
          body: Type.Union([Links, Type.Null()]),
        },
      },
      async ({ practice: { practice }, query: { appointment_n: appointmentN }, body }) => {
        const mark = { practice, appointmentN, what: 'reminded', now: now() } as const
        if (!(await markAppointment(db, mark))) throw notFound('appointment')
        if (!body?.PORTAL_URL) return true
        const { PORTAL_URL: portalUrl, PREPARE_URL: prepareUrl, UPLOAD_URL: uploadUrl, VISIT_URL: visitUrl } = body
        await keepPortalLinks(db, { practice, appointmentN, portalUrl, prepareUrl, uploadUrl, visitUrl })
        const [linked] = await linkedAppointments(db, { now: now(), only: { practice, appointmentN } })
        if (!linked?.cellPhone) return true
        await keepMessage(db, {
          channel: 'sms',
          from: `+1${linked.facilityPhone.replace(/\D/g, '')}`,
          to: `+1${linked.cellPhone.replace(/\D/g, '')}`,
          subject: '',
          text: reminderText(linked),
          receivedAt: now(),
          messageId: `reminder ${practice} ${appointmentN} ${linked.startsAt}`,
        })
        return true
      },
    )
    app.get('/parkinglot/linkexpiry', { schema: { querystring: ById } }, async ({ practice: { practice }, query }) => {
      const { isCancelled, startsAt, minutes } = await known(practice, query.id)
      if (isCancelled || startsAt + minutes * 60_000 <= now()) return true
      return areLinksEnded(db, { practice, appointmentN: query.id })
    })
    app.get(
      '/parkinglot/fetchSchedulingPhone',
      { schema: { querystring: ById } },
      async ({ practice: { practice }, query }, reply) => {
        await known(practice, query.id)
        return jsonText(reply, await schedulingPhone(db, { practice, appointmentN: query.id }))
      },
    )
  }
