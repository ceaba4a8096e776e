import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { RecordNumber } from '../../parameters.ts'
import type { Sandbox } from '../../practices.ts'
import { notFound } from '../../refusal.ts'
import { billedPatient, chargesOf, type BilledPatient, type ChargeRow } from './billing.store.ts'

/** What patients owe. */
export const billingRoutes =
  ({ db }: Sandbox): FastifyPluginAsyncTypebox =>
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
  }

const joined = (parts: readonly string[]) => parts.filter((part) => part !== '').join(', ')

/** The names of specification 2 §3, their odd capitals included. */
const headerOf = ({ emrid, name, address, secondAddress, city, state, zip }: BilledPatient) => ({
  patient_ID: emrid,
  patienT_NAME: name,
  patienT_ADDRESS: joined([address, secondAddress]),
  patienT_CITY_STATE_ZIP: `${joined([city, state])} ${zip}`.trim(),
})

const dollars = (cents: number) => cents / 100

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
