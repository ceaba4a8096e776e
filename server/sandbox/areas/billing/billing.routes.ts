import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type, { type Static } from 'typebox'
import { RecordNumber } from '../../parameters.ts'
import type { Sandbox } from '../../practices.ts'
import { notFound, Refusal } from '../../refusal.ts'
import {
  billedPatient,
  chargesOf,
  invoicedPatient,
  keepInvoice,
  newBills,
  reversePayment,
  takeInvoiceNumber,
  takePayment,
  type BilledPatient,
  type ChargeRow,
  type PortalPayment,
} from './billing.store.ts'

/** A place is 0 where a practice has no bills yet. */
const Place = Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 }))
const NewBillsQuery = Type.Object({ after: Place, after_change: Place })
const Dollars = Type.Number({ exclusiveMinimum: 0, maximum: 9999.99 })
const PortalPaymentBody = Type.Object({
  PAYMENT_REFERENCE: Type.String({ minLength: 1, maxLength: 100 }),
  PATIENT_N: RecordNumber,
  AMOUNT: Dollars,
  TRANSACTION_ID: Type.String({ minLength: 1, maxLength: 100 }),
  PAYMENT_DATE: Type.String({ format: 'date-time' }),
  IS_PORTAL_PAYMENT: Type.Literal(1),
  Lines: Type.Array(Type.Object({ bill_id: RecordNumber, AMOUNT: Dollars }), { minItems: 1, maxItems: 2000 }),
})
const PortalInvoice = Type.Object({
  PATIENT_N: RecordNumber,
  EMPLOYEE_N: Type.Integer({ minimum: 0 }),
  INVOICE_NUMBER: RecordNumber,
  AMOUNT: Type.Number({ minimum: -20_000_000, maximum: 20_000_000 }),
  PRINT_DATE: Type.String({ format: 'date-time' }),
})

/** What patients owe, and what they pay. */
export const billingRoutes =
  ({ db, now }: Sandbox): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/PatientPortal/GetInvoiceData',
      { schema: { querystring: Type.Object({ patient_n: RecordNumber }) } },
      async ({ practice: { practice }, query: { patient_n: patientN } }) => {
        const patient = await billedPatient(db, { practice, patientN })
        if (!patient) throw notFound('patient')
        const charges = await chargesOf(db, { practice, patientN })
        return { Patient: headerOf(patient), Lines: charges.map(lineOf) }
      },
    )
    app.get(
      '/PatientPortal/GetNewBills',
      { schema: { querystring: NewBillsQuery } },
      async ({ practice: { practice }, query: { after, after_change: afterChange } }) => {
        const { last, lastChange, patients } = await newBills(db, { practice, after, afterChange })
        return { LAST_BILL: last, LAST_CHANGE: lastChange, Patients: patients }
      },
    )
    app.get(
      '/PatientPortal/GetInvoiceNumber',
      { schema: { querystring: Type.Object({ patient_n: RecordNumber }) } },
      async ({ practice: { practice }, query: { patient_n: patientN } }) => {
        if (!(await billedPatient(db, { practice, patientN }))) throw notFound('patient')
        return takeInvoiceNumber(db, practice)
      },
    )
    app.get(
      '/PatientPortal/GetInvoicePatient',
      { schema: { querystring: Type.Object({ invoice_number: RecordNumber }) } },
      async ({ practice: { practice }, query: { invoice_number: invoiceNumber } }) => {
        const patientN = await invoicedPatient(db, { practice, invoiceNumber })
        if (patientN === undefined) throw notFound('invoice')
        return patientN
      },
    )
    app.post(
      '/billing/portal_invoice',
      { schema: { body: PortalInvoice } },
      async ({ practice: { practice }, body }) => {
        const patientN = body.PATIENT_N
        if (!(await billedPatient(db, { practice, patientN }))) throw notFound('patient')
        await keepInvoice(db, {
          practice,
          patientN,
          employeeN: body.EMPLOYEE_N,
          invoiceNumber: body.INVOICE_NUMBER,
          amount: cents(body.AMOUNT),
          printDate: body.PRINT_DATE,
        })
        return true
      },
    )
    app.post(
      '/billing/portal_payment',
      { schema: { body: PortalPaymentBody } },
      async ({ practice: { practice }, body }) => {
        if (!(await takePayment(db, paymentIn(body, practice)))) throw notFound('charge')
        return true
      },
    )
    app.post(
      '/billing/portal_refund',
      { schema: { body: PortalPaymentBody } },
      async ({ practice: { practice }, body }) => {
        if (!(await reversePayment(db, paymentIn(body, practice), now()))) throw notFound('charge')
        return true
      },
    )
  }

function paymentIn(body: Static<typeof PortalPaymentBody>, practice: string): PortalPayment {
  const parts = body.Lines.map((line) => ({ billId: line.bill_id, amount: cents(line.AMOUNT) }))
  const amount = cents(body.AMOUNT)
  if (parts.reduce((sum, part) => sum + part.amount, 0) !== amount)
    throw new Refusal(400, 'The lines do not add up to the amount.')
  return {
    practice,
    patientN: body.PATIENT_N,
    reference: body.PAYMENT_REFERENCE,
    amount,
    transactionId: body.TRANSACTION_ID,
    paidAt: body.PAYMENT_DATE,
    parts,
  }
}

const joined = (parts: readonly string[]) => parts.filter((part) => part !== '').join(', ')

/** The names of specification 2 §3, their odd capitals included. */
const headerOf = ({ emrid, name, address, secondAddress, city, state, zip }: BilledPatient) => ({
  patient_ID: emrid,
  patienT_NAME: name,
  patienT_ADDRESS: joined([address, secondAddress]),
  patienT_CITY_STATE_ZIP: `${joined([city, state])} ${zip}`.trim(),
})

const dollars = (amount: number) => amount / 100
const cents = (amount: number) => Math.round(amount * 100)

const lineOf = (charge: ChargeRow) => ({
  bill_id: charge.billId,
  CLAIM_DATE: charge.claimDate,
  CPTCODE_LABEL: charge.code,
  CPTCODE_DESCRIPTION: charge.description,
  icds: charge.diagnoses,
  line_item_amount: dollars(charge.charged),
  allowed_amount: dollars(charge.allowed),
  discount: dollars(charge.discount),
  insurance_payment: dollars(charge.insurancePaid),
  patient_responsible: dollars(charge.patientResponsible),
  patient_payment: dollars(charge.patientPaid),
  EMPLOYEE_PROVIDER_CODE: charge.providerNpi,
  FACILITY_NPI: charge.facilityNpi,
  FACILITY_NAME: charge.facilityName,
  FACILITY_ADDRESS: charge.facilityAddress,
  FACILITY_ADDRESS2: '',
  FACILITY_CITY_STATE_ZIP: `${joined([charge.facilityCity, charge.facilityState])} ${charge.facilityZip}`.trim(),
  FACILITY_PHONE: charge.facilityPhone,
})
