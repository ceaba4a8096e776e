import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { WireDate } from '../wire/instant.ts'

/** Dollars, with two decimals at most; checked when they become cents. Within the integers of a database in cents. */
const Dollars = Type.Number({ minimum: -20_000_000, maximum: 20_000_000 })
/** The record server may leave out what it does not have. */
const Text = Type.Optional(Type.Union([Type.String(), Type.Null()]))

const WireCharge = Type.Object({
  bill_id: Type.Integer({ minimum: 1 }),
  CLAIM_DATE: WireDate,
  CPTCODE_LABEL: Type.String(),
  CPTCODE_DESCRIPTION: Text,
  icds: Text,
  line_item_amount: Dollars,
  allowed_amount: Dollars,
  discount: Dollars,
  insurance_payment: Dollars,
  patient_responsible: Dollars,
  patient_payment: Dollars,
  EMPLOYEE_PROVIDER_CODE: Text,
  FACILITY_NPI: Text,
  FACILITY_NAME: Text,
  FACILITY_ADDRESS: Text,
  FACILITY_ADDRESS2: Text,
  FACILITY_CITY_STATE_ZIP: Text,
  FACILITY_PHONE: Text,
})
export type WireCharge = Static<typeof WireCharge>

const WireInvoice = Type.Object({
  Patient: Type.Object({
    patient_ID: Type.String(),
    patienT_NAME: Type.String(),
    patienT_ADDRESS: Text,
    patienT_CITY_STATE_ZIP: Text,
  }),
  Lines: Type.Array(WireCharge),
})
export type WireInvoice = Static<typeof WireInvoice>

export const InvoiceAnswer = Compile(WireInvoice)
export const NewBillsAnswer = Compile(
  Type.Object({
    LAST_BILL: Type.Integer({ minimum: 0 }),
    LAST_CHANGE: Type.Optional(Type.Integer({ minimum: 0 })),
    Patients: Type.Array(Type.Integer({ minimum: 1 })),
  }),
)
