import { timingSafeEqual } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { RecordNumber } from '../../parameters.ts'
import type { Sandbox } from '../../practices.ts'
import { notFound, Refusal } from '../../refusal.ts'
import { adminSetting } from '../practice/practice.store.ts'
import {
  cardSession,
  chargeOnce,
  deleteSavedCard,
  endPayment,
  openCardSession,
  saveCard,
  savedCardsOf,
  tokenOf,
  type CardPaymentRow,
} from './cards.store.ts'
import { declineMessages } from './test-numbers.ts'

const Text = (maxLength: number) => Type.String({ maxLength })
const Amount = Type.String({ pattern: '^\\d{1,4}\\.\\d{2}$' })
const Reference = Type.String({ minLength: 8, maxLength: 100 })
/** The payment form of specification 2 §3, and the portal's reference. */
const PaymentForm = Type.Object({
  REFERENCE: Reference,
  PaymentAmount: Amount,
  PaymentToken: Text(100),
  ExpirationDate: Type.String({ pattern: '^(0[1-9]|1[0-2])\\d{2}$' }),
  CNP: Type.String({ pattern: '^\\d{3,4}$' }),
  firstNameOnCard: Text(60),
  lastNameOnCard: Text(60),
  address: Text(120),
  address2: Text(120),
  city: Text(60),
  state: Text(2),
  zip: Text(10),
  phone: Text(10),
  email: Text(200),
  SAVE_CARD: Type.Union([Type.Literal(0), Type.Literal(1)]),
  CARD_NAME: Text(60),
  OWNER: Text(100),
  Patient_N: RecordNumber,
  IS_PORTAL_PAYMENT: Type.Literal(1),
})

/** How long the slow card takes, in milliseconds: longer than the portal waits. */
const slowMs = 20_000

/** The calls of the card processor (specification 2 §7.2, §7.5), for holders of the practice's key. */
export const cardRoutes =
  ({ db, now }: Sandbox): FastifyPluginAsyncTypebox =>
  async (app) => {
    const guarded = { onRequest: (request: FastifyRequest) => refuseStrangers(request) }
    async function refuseStrangers({ practice: { practice }, headers }: FastifyRequest): Promise<void> {
      const key = await adminSetting(db, practice, 'Card_Payment_Key')
      if (!key || !isSame(headers.authorization ?? '', `Bearer ${key}`)) throw new Refusal(401, 'Unknown key.')
    }

    app.post(
      '/cards/api/cc/paymentUrl',
      { ...guarded, schema: { body: Type.Object({ ORIGIN: Type.String({ pattern: '^https?://[^/\\s;,]+$' }) }) } },
      async ({ practice: { practice }, body, host }) => {
        const id = await openCardSession(db, { practice, origin: body.ORIGIN, now: now() })
        const port = /:\d+$/.exec(host)?.[0] ?? ''
        // Another host name than the portal's, because cookies ignore ports.
        return { SessionID: id, PaymentURL: `http://cards.localhost${port}/${practice}/cards/frame/${id}` }
      },
    )
    app.get(
      '/cards/api/cc/paymentToken',
      { ...guarded, schema: { querystring: Type.Object({ SID: Text(100) }) } },
      async ({ practice: { practice }, query: { SID } }) => {
        const session = await cardSession(db, { practice, id: SID, now: now() })
        const card =
          session?.token && !session.isChallenged ? await tokenOf(db, { practice, token: session.token }) : undefined
        if (!session?.token || !card) throw notFound('card in this session')
        return { Session: { PaymentToken: session.token, Brand: card.brand, LastFour: card.lastFour } }
      },
    )

    interface Charging {
      practice: string
      token: string
      reference: string
      patientN: number
      amount: string
      /** Saves the card if the payment is approved. */
      save?: { name: string; owner: string }
    }
    async function charge(request: FastifyRequest, reply: FastifyReply, charging: Charging): Promise<unknown> {
      const { practice, token, reference, patientN, amount, save } = charging
      const card = await tokenOf(db, { practice, token })
      const behavior = card?.behavior ?? 'declined'
      if (behavior === 'slow') await pause(slowMs, undefined, { ref: false })
      const isDeclinedNow = behavior === 'declined-later' && card?.isSaved
      const declined = isDeclinedNow ? declineMessages.declined : declineMessages[behavior]
      const cents = Math.round(Number(amount) * 100)
      const text = card ? `${card.brand} ${card.lastFour}` : ''
      const paid = await chargeOnce(db, {
        practice,
        reference,
        patientN,
        amount: cents,
        card: text,
        declined,
        now: now(),
      })
      if (save && paid.status === 'approved' && !card?.isSaved)
        await saveCard(db, { practice, patientN, token, ...save })
      if (behavior === 'lost') request.losesAnswer = true
      return reply.send(resultOf(paid))
    }

    app.post('/cards/api/cc/finalPayment', { ...guarded, schema: { body: PaymentForm } }, (request, reply) => {
      const { body, practice } = request
      return charge(request, reply, {
        practice: practice.practice,
        token: body.PaymentToken,
        reference: body.REFERENCE,
        patientN: body.Patient_N,
        amount: body.PaymentAmount,
        ...(body.SAVE_CARD === 1 ? { save: { name: body.CARD_NAME, owner: body.OWNER } } : {}),
      })
    })
    // The specification puts the token into the query; secrets stay out of URLs (security.md).
    const TokenPayment = Type.Object({
      token: Text(100),
      amount: Amount,
      employee_n: Type.Integer(),
      patient_n: RecordNumber,
      IS_PORTAL_PAYMENT: Type.Literal(1),
      REFERENCE: Reference,
    })
    app.post(
      '/cards/api/cc/finalPaymentUsingToken',
      { ...guarded, schema: { body: TokenPayment } },
      (request, reply) => {
        const { token, amount, patient_n: patientN, REFERENCE: reference } = request.body
        return charge(request, reply, { practice: request.practice.practice, token, reference, patientN, amount })
      },
    )
    app.post(
      '/cards/api/cc/endPayment',
      { ...guarded, schema: { body: Type.Object({ REFERENCE: Reference }) } },
      async ({ practice: { practice }, body }) =>
        resultOf(await endPayment(db, { practice, reference: body.REFERENCE, now: now() })),
    )
    app.get(
      '/cards/api/getCardName',
      { ...guarded, schema: { querystring: Type.Object({ patient_n: RecordNumber }) } },
      async ({ practice: { practice }, query: { patient_n: patientN } }) =>
        (await savedCardsOf(db, { practice, patientN })).map((card) => ({
          T_CC_NAME_N: card.id,
          PATIENT_N: patientN,
          CARD_NAME: card.name,
          PAYMENT_TOKEN: card.token,
          OWNER: card.owner,
          Brand: card.brand,
          LastFour: card.lastFour,
        })),
    )
    app.post(
      '/cards/api/deleteCardName',
      { ...guarded, schema: { body: Type.Object({ T_CC_NAME_N: RecordNumber, PATIENT_N: RecordNumber }) } },
      async ({ practice: { practice }, body }) => {
        await deleteSavedCard(db, { practice, patientN: body.PATIENT_N, id: body.T_CC_NAME_N })
        return true
      },
    )
  }

/** Status 1 is approved, 0 declined, 2 refunded, 3 ended: it never arrived. */
const statuses = { declined: 0, approved: 1, refunded: 2, ended: 3 } as const

function resultOf({ status, transactionId, message }: CardPaymentRow) {
  return {
    PmtResult: {
      Status: statuses[status],
      TransactionID: transactionId ?? '',
      ErrorMessage: status === 'ended' ? 'This payment was ended.' : message,
    },
  }
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
