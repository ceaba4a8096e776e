import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import type { Sandbox } from '../../practices.ts'
import { notFound } from '../../refusal.ts'
import { takePaymentCode } from './payment-links.store.ts'

const Taken = Type.Object({
  CODE: Type.String({ maxLength: 100 }),
  TAKER: Type.String({ minLength: 1, maxLength: 100 }),
})

/** The links to a bill that the office sends: the portal takes their codes. */
export const paymentLinkRoutes =
  ({ db, now }: Sandbox): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/PatientPortal/TakePaymentCode',
      { schema: { body: Taken } },
      async ({ practice: { practice }, body }) => {
        const patient = await takePaymentCode(db, { practice, code: body.CODE, taker: body.TAKER, now: now() })
        if (!patient) throw notFound('code')
        const { patientN, emrid, firstName, lastName } = patient
        return { PATIENT_N: patientN, EMRID: emrid, PatientFirstName: firstName, PatientLastName: lastName }
      },
    )
  }
