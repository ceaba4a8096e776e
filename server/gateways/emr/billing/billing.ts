import type { AreaDeps } from '../area.ts'
import { centsOf } from '../cents.ts'
import { InvalidEmrResponse } from '../emr.errors.ts'
import { recordNumber } from '../record-number.ts'
import { dayIn } from '../wire/instant.ts'
import { InvoiceAnswer, NewBillsAnswer, type WireCharge, type WireInvoice } from './billing.wire.ts'

/** What a patient was billed (specification 2 §3). Texts are empty where the record has none. */
interface Bills {
  patient: { emrId: string; name: string; address: string; cityStateZip: string }
  /** The latest day first; lines of one day in the order of their ids. */
  charges: Charge[]
}

/** One line of a bill. Amounts are integer cents. */
export interface Charge {
  id: string
  /** The day of service, `yyyy-MM-dd`; `0001-01-01` if the record has none, because statements are named by it. */
  day: string
  /** CPT or CDT. */
  code: string
  description: string
  /** ICD-10 codes. */
  diagnoses: string[]
  chargedCents: number
  allowedCents: number
  discountCents: number
  insuranceCents: number
  responsibleCents: number
  paidCents: number
  providerNpi: string
  facility: { npi: string; name: string; address: string; address2: string; cityStateZip: string; phone: string }
}

interface Billing {
  /** Returns undefined for an unknown patient. Never cached. */
  bills(patientId: string): Promise<Bills | undefined>
  /**
   * Returns the patients with something that they began to owe after the given place, each once, and the place that was
   * looked at: ask again after that one. Without a place to begin with it returns no patients.
   */
  newBills(after: BillsPlace | undefined): Promise<{ place: BillsPlace; patientIds: string[] }>
}

/** Up to where bills were looked at. */
export interface BillsPlace {
  /** The last bill. */
  billId: string
  /** The last change by which something began to be owed; undefined from a record server that does not count them. */
  change?: string
}

const call = 'PatientPortal/GetInvoiceData'

/** Makes the calls for the bills of patients. */
export function createBilling({ client }: AreaDeps): Billing {
  return {
    bills: async (patientId) => {
      const number = recordNumber(patientId)
      if (number === undefined) return undefined
      const invoice = await client.find({ call, rest: `?patient_n=${number}`, answer: InvoiceAnswer })
      return invoice && billsOf(invoice)
    },
    newBills: async (after) => {
      const rest = after === undefined ? '' : restAfter(after)
      const bills = await client.read({ call: 'PatientPortal/GetNewBills', rest, answer: NewBillsAnswer })
      const change = bills.LAST_CHANGE === undefined ? {} : { change: String(bills.LAST_CHANGE) }
      return { place: { billId: String(bills.LAST_BILL), ...change }, patientIds: bills.Patients.map(String) }
    },
  }
}

/** Both, because a record server that does not count changes goes by the bill. */
function restAfter({ billId, change }: BillsPlace): string {
  const after = `?after=${recordNumber(billId) ?? 0}`
  return change === undefined ? after : `${after}&after_change=${recordNumber(change) ?? 0}`
}

function billsOf({ Patient: patient, Lines: lines }: WireInvoice): Bills {
  if (new Set(lines.map(({ bill_id: id }) => id)).size < lines.length)
    throw new InvalidEmrResponse(call, 'two lines with one id')
  return {
    patient: {
      emrId: patient.patient_ID,
      name: patient.patienT_NAME,
      address: patient.patienT_ADDRESS ?? '',
      cityStateZip: patient.patienT_CITY_STATE_ZIP ?? '',
    },
    charges: lines.map(chargeOf).toSorted((a, b) => b.day.localeCompare(a.day) || Number(a.id) - Number(b.id)),
  }
}

function chargeOf(line: WireCharge): Charge {
  return {
    id: String(line.bill_id),
    day: dayIn(line.CLAIM_DATE, call) || '0001-01-01',
    code: line.CPTCODE_LABEL,
    description: line.CPTCODE_DESCRIPTION ?? '',
    diagnoses: (line.icds ?? '').split(/[\s,;]+/).filter((code) => code !== ''),
    chargedCents: centsOf(line.line_item_amount, call),
    allowedCents: centsOf(line.allowed_amount, call),
    discountCents: centsOf(line.discount, call),
    insuranceCents: centsOf(line.insurance_payment, call),
    responsibleCents: centsOf(line.patient_responsible, call),
    paidCents: centsOf(line.patient_payment, call),
    providerNpi: line.EMPLOYEE_PROVIDER_CODE ?? '',
    facility: {
      npi: line.FACILITY_NPI ?? '',
      name: line.FACILITY_NAME ?? '',
      address: line.FACILITY_ADDRESS ?? '',
      address2: line.FACILITY_ADDRESS2 ?? '',
      cityStateZip: line.FACILITY_CITY_STATE_ZIP ?? '',
      phone: line.FACILITY_PHONE ?? '',
    },
  }
}
