import { randomBytes } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyInstance, FastifyReply } from 'fastify'
import Type from 'typebox'
import { lastInvoices } from '../areas/billing/billing.store.ts'
import { lastCardPayments, refundPayment } from '../areas/cards/cards.store.ts'
import { sendPaymentLink } from '../areas/payment-links/send-payment-link.ts'
import { lastMessages, officeSenders } from '../areas/messages/messages.store.ts'
import { answerFromOffice, writeFromOffice } from '../areas/messages/write-from-office.ts'
import { listDocuments } from '../areas/documents/documents.store.ts'
import { releaseResult } from '../areas/test-results/release-result.ts'
import { Fault, type Faults } from '../control/faults.ts'
import { heldTimes } from '../areas/booking/holds.store.ts'
import { pagePolicy } from '../page-policy.ts'
import type { Sandbox } from '../practices.ts'
import { Refusal } from '../refusal.ts'
import { staffPage, type BackgroundJob } from './staff-page.ts'
import { staffStyle } from './staff-style.ts'
import { bookVideoVisitSoon } from './video-visit-soon.ts'
import { endPortalLinks, linkedAppointments } from '../areas/portal-links/portal-links.store.ts'
import { videoVisitsAround } from '../areas/video-visits/video-visits.store.ts'

const FaultForm = Type.Object({
  token: Type.String(),
  kind: Fault.properties.kind,
  practice: Type.String({ maxLength: 100 }),
  path: Type.String({ maxLength: 200 }),
  times: Type.String({ pattern: '^([1-9][0-9]{0,5})?$' }),
})

const VisitForm = Type.Object({ token: Type.String(), patient: Type.String({ pattern: '^[1-9][0-9]{0,8}$' }) })

const LinkForm = Type.Object({
  token: Type.String(),
  practice: Type.String({ maxLength: 100 }),
  appointment: Type.String({ pattern: '^[1-9][0-9]{0,8}$' }),
})

const RefundForm = Type.Object({
  token: Type.String(),
  practice: Type.String({ maxLength: 100 }),
  reference: Type.String({ maxLength: 100 }),
})

const PaymentLinkForm = Type.Object({
  token: Type.String(),
  practice: Type.String({ maxLength: 100 }),
  patient: Type.String({ pattern: '^[1-9][0-9]{0,8}$' }),
  channel: Type.Union([Type.Literal('mail'), Type.Literal('sms')]),
})

const Text = Type.String({ pattern: '\\S', maxLength: 10_000 })

const MessageForm = Type.Object({
  token: Type.String(),
  from: Type.String({ pattern: '^[a-z0-9-]{1,100} (group|physician) [1-9][0-9]{0,8}$' }),
  patient: Type.String({ pattern: '^[1-9][0-9]{0,8}$' }),
  priority: Type.Union([Type.Literal('normal'), Type.Literal('high')]),
  subject: Type.String({ pattern: '^[^\\r\\n]*\\S[^\\r\\n]*$', maxLength: 200 }),
  text: Text,
})

const ResultForm = Type.Object({
  token: Type.String(),
  practice: Type.String({ maxLength: 100 }),
  patient: Type.String({ pattern: '^[1-9][0-9]{0,8}$' }),
  text: Type.String({ maxLength: 10_000 }),
})

const AnswerForm = Type.Object({
  token: Type.String(),
  practice: Type.String({ maxLength: 100 }),
  message: Type.String({ pattern: '^[1-9][0-9]{0,8}$' }),
  text: Text,
})

/** Instead of the words of the checker of forms, which are for programmers. */
const unreadable = 'That form could not be read. Please check what you have entered and send it again.'

interface StaffOptions {
  faults: Faults
  /** Returns the portal's background jobs, for the page. */
  listJobs?: () => Promise<readonly BackgroundJob[]>
  /** Where the portal listens. */
  portalPort: number
}

/**
 * `GET /staff`: the office's view. Its forms switch the same faults as `/sandbox/faults`, which requires a bearer token
 * that forms cannot send; they send a token of the page instead.
 */
export const staffRoutes =
  ({ db, now, practices }: Sandbox, { faults, listJobs, portalPort }: StaffOptions): FastifyPluginAsyncTypebox =>
  async (app) => {
    const token = randomBytes(24).toString('base64url')
    const refuseStranger = (given: string) => {
      if (given !== token) throw new Refusal(403, 'Please open the staff page again.')
    }
    readForms(app)
    const draw = async (reply: FastifyReply, refused = '') => {
      const at = now()
      const [visits, links, holds, uploads, payments, invoices, messages, senders, jobs] = await Promise.all([
        videoVisitsAround(db, at),
        linkedAppointments(db, { now: at }),
        heldTimes(db, at),
        listDocuments(db),
        lastCardPayments(db),
        lastInvoices(db),
        lastMessages(db),
        officeSenders(db),
        listJobs?.(),
      ])
      const offered = { faults: faults.list(), practices: [...practices.keys()], token, refused }
      return reply
        .type('text/html; charset=utf-8')
        .headers({
          'cache-control': 'no-store',
          'content-security-policy': pagePolicy,
          'x-content-type-options': 'nosniff',
        })
        .send(
          staffPage({
            now: at,
            visits,
            links,
            holds,
            uploads,
            payments,
            invoices,
            messages,
            senders,
            jobs,
            ...offered,
          }),
        )
    }
    // The page shows why a submitted form was refused.
    app.setErrorHandler(async (error: { statusCode?: number }, _request, reply) => {
      const { statusCode = 500 } = error
      if (statusCode >= 500) throw error // rethrown, so that the sandbox logs it in full
      return draw(reply.code(statusCode), error instanceof Refusal ? error.message : unreadable)
    })
    app.get('/staff', (_request, reply) => draw(reply))
    app.get('/staff/staff.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(staffStyle))
    app.post('/staff/visits', { schema: { body: VisitForm } }, async ({ body }, reply) => {
      refuseStranger(body.token)
      const booked = await bookVideoVisitSoon({ db, now }, { practice: 'lakeside', patientN: Number(body.patient) })
      if (booked === 0) throw new Refusal(409, 'No provider is free now, or there is no such patient.')
      return reply.redirect('/staff', 303)
    })
    app.post('/staff/links/end', { schema: { body: LinkForm } }, async ({ body }, reply) => {
      refuseStranger(body.token)
      const ended = { practice: body.practice, appointmentN: Number(body.appointment), now: now() }
      if (!(await endPortalLinks(db, ended))) throw new Refusal(404, 'There is no such appointment.')
      return reply.redirect('/staff#links', 303)
    })
    app.post('/staff/payments/refund', { schema: { body: RefundForm } }, async ({ body }, reply) => {
      refuseStranger(body.token)
      if (!(await refundPayment(db, body))) throw new Refusal(404, 'There is no such payment, or it was refunded.')
      return reply.redirect('/staff#payments', 303)
    })
    app.post('/staff/payments/link', { schema: { body: PaymentLinkForm } }, async ({ body }, reply) => {
      const { token: given, practice, patient, channel } = body
      refuseStranger(given)
      await sendPaymentLink(db, { practice, patientN: Number(patient), channel, portalPort, now: now() })
      return reply.redirect('/outbox', 303)
    })
    app.post('/staff/messages', { schema: { body: MessageForm } }, async ({ body }, reply) => {
      refuseStranger(body.token)
      const [practice = '', kind, id] = body.from.split(' ')
      await writeFromOffice(db, {
        practice,
        patientN: Number(body.patient),
        from: { id: Number(id), isGroup: kind === 'group' },
        subject: body.subject,
        text: body.text,
        isHigh: body.priority === 'high',
        now: now(),
      })
      return reply.redirect('/staff#messages', 303)
    })
    app.post('/staff/messages/answer', { schema: { body: AnswerForm } }, async ({ body }, reply) => {
      const { token: given, practice, message, text } = body
      refuseStranger(given)
      await answerFromOffice(db, { practice, messageId: Number(message), text, now: now() })
      return reply.redirect('/staff#messages', 303)
    })
    app.post('/staff/results', { schema: { body: ResultForm } }, async ({ body }, reply) => {
      const { token: given, practice, patient, text } = body
      refuseStranger(given)
      await releaseResult(db, { practice, patientN: Number(patient), text, now: now() })
      return reply.redirect('/staff#results', 303)
    })
    app.post('/staff/faults', { schema: { body: FaultForm } }, async ({ body }, reply) => {
      const { token: given, kind, practice, path, times } = body
      refuseStranger(given)
      faults.add({
        kind,
        ...(practice ? { practice } : {}),
        ...(path ? { path } : {}),
        ...(times ? { times: Number(times) } : {}),
      })
      return reply.redirect('/staff', 303)
    })
    app.post(
      '/staff/faults/clear',
      { schema: { body: Type.Object({ token: Type.String() }) } },
      async ({ body }, reply) => {
        refuseStranger(body.token)
        faults.clear()
        return reply.redirect('/staff', 303)
      },
    )
  }

function readForms(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
}
