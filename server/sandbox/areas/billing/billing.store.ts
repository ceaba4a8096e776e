import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { firstRow, millis, rowsOf, timestamp } from '../../../db/rows.ts'

interface Of {
  practice: string
  patientN: number
}

/** Who is billed. */
export interface BilledPatient {
  emrid: string
  name: string
  address: string
  secondAddress: string
  city: string
  state: string
  zip: string
}

/** One line of a bill. Amounts are integer cents. */
export interface ChargeRow {
  billId: number
  /** `yyyy-MM-dd`. */
  claimDate: string
  code: string
  description: string
  diagnoses: string
  charged: number
  allowed: number
  discount: number
  insurancePaid: number
  patientResponsible: number
  patientPaid: number
  providerNpi: string
  facilityNpi: string
  facilityName: string
  facilityAddress: string
  facilityCity: string
  facilityState: string
  facilityZip: string
  facilityPhone: string
}

export const billedPatient = (db: Db, { practice, patientN }: Of): Promise<BilledPatient | undefined> =>
  firstRow(
    db,
    sql`select emrid, first_name || ' ' || last_name as name, address, second_address as "secondAddress", city, state,
        zip
      from patients where practice = ${practice} and patient_n = ${patientN}`,
  )

/** The latest visit first, in it the lines as they were billed. */
export const chargesOf = (db: Db, { practice, patientN }: Of): Promise<ChargeRow[]> =>
  rowsOf(
    db,
    sql`select c.bill_id as "billId", c.claim_date::text as "claimDate", c.code, c.description, c.diagnoses, c.charged,
        c.allowed, c.discount, c.insurance_paid as "insurancePaid", c.patient_responsible as "patientResponsible",
        c.patient_paid as "patientPaid", coalesce(e.npi, '') as "providerNpi", f.npi as "facilityNpi", f.name as "facilityName",
        f.address as "facilityAddress", f.city as "facilityCity", f.state as "facilityState", f.zip as "facilityZip",
        f.phone as "facilityPhone"
      from charges c
      left join providers e on e.practice = c.practice and e.employee_n = c.employee_n
      join facilities f on f.practice = c.practice and f.facility_n = c.facility_n
      where c.practice = ${practice} and c.patient_n = ${patientN}
      order by c.claim_date desc, c.bill_id`,
  )

interface After {
  practice: string
  after?: number
  afterChange?: number
}

/**
 * The patients who owe something on lines that began to be owed after a change, or without one on lines after `after`,
 * and the last line and change that there are. Nobody without either.
 */
export async function newBills(
  db: Db,
  { practice, after, afterChange }: After,
): Promise<{ last: number; lastChange: number; patients: number[] }> {
  const [row = { last: 0, lastChange: 0 }] = await rowsOf<{ last: number; lastChange: number }>(
    db,
    sql`select coalesce((select max(bill_id) from charges where practice = ${practice}), 0)::int as last,
        coalesce((select last from owed_changes where practice = ${practice}), 0)::int as "lastChange"`,
  )
  if (after === undefined && afterChange === undefined) return { ...row, patients: [] }
  const owing = await rowsOf<{ patientN: number }>(
    db,
    sql`select distinct patient_n as "patientN" from charges
      where practice = ${practice} and patient_responsible > patient_paid and ${
        afterChange === undefined
          ? sql`bill_id > ${after} and bill_id <= ${row.last}`
          : sql`owed_change > ${afterChange} and owed_change <= ${row.lastChange}`
      } order by patient_n`,
  )
  return { ...row, patients: owing.map(({ patientN }) => patientN) }
}

/** A payment that the portal took by card. Amounts are integer cents. */
export interface PortalPayment extends Of {
  /** The portal's own id: a payment is taken once. */
  reference: string
  amount: number
  transactionId: string
  /** ISO 8601. */
  paidAt: string
  parts: { billId: number; amount: number }[]
}

/**
 * Records a payment and credits it to its charges; a second time it changes nothing. Returns false, and changes nothing,
 * if a charge is not the patient's.
 */
export const takePayment = (db: Db, payment: PortalPayment): Promise<boolean> =>
  db
    .transaction(async (tx) => {
      const { practice, patientN, reference, amount, transactionId, paidAt } = payment
      const made = await rowsOf(
        tx,
        sql`insert into portal_payments (practice, reference, patient_n, amount, transaction_id, paid_at)
          values (${practice}, ${reference}, ${patientN}, ${amount}, ${transactionId}, ${paidAt}::timestamptz)
          on conflict do nothing returning reference`,
      )
      if (made.length > 0) await credit(tx, payment, 1)
      return true
    })
    .catch(falseIfUnknown)

/**
 * Takes back what a refunded payment credited. One that was not taken is kept as reversed, so that it is not taken later.
 * A second time it changes nothing. Returns false, and changes nothing, if a charge is not the patient's.
 */
export const reversePayment = (db: Db, payment: PortalPayment, at: number): Promise<boolean> =>
  db
    .transaction(async (tx) => {
      const { practice, patientN, reference, amount, transactionId, paidAt } = payment
      const kept = await rowsOf(
        tx,
        sql`insert into portal_payments (practice, reference, patient_n, amount, transaction_id, paid_at, reversed_at)
          values (${practice}, ${reference}, ${patientN}, ${amount}, ${transactionId}, ${paidAt}::timestamptz,
            ${timestamp(at)})
          on conflict do nothing returning reference`,
      )
      if (kept.length > 0) return true
      const reversed = await rowsOf(
        tx,
        sql`update portal_payments set reversed_at = ${timestamp(at)}
          where practice = ${practice} and reference = ${reference} and reversed_at is null returning reference`,
      )
      if (reversed.length > 0) await credit(tx, payment, -1)
      return true
    })
    .catch(falseIfUnknown)

async function credit(tx: Db, { practice, patientN, parts }: PortalPayment, sign: 1 | -1): Promise<void> {
  for (const part of parts) {
    const credited = await rowsOf(
      tx,
      sql`update charges set patient_paid = patient_paid + ${sign * part.amount}
        where practice = ${practice} and patient_n = ${patientN} and bill_id = ${part.billId} returning bill_id`,
    )
    if (credited.length === 0) throw new UnknownCharge()
  }
}

function falseIfUnknown(error: unknown): false {
  if (error instanceof UnknownCharge) return false
  throw error
}

/** Undoes the transaction. */
class UnknownCharge extends Error {}

/** Returns the practice's next invoice number. It is used up: nobody else gets it. */
export const takeInvoiceNumber = async (db: Db, practice: string): Promise<number> => {
  const row = await firstRow<{ last: number }>(
    db,
    sql`insert into invoice_numbers (practice, last) values (${practice}, 10001)
      on conflict (practice) do update set last = invoice_numbers.last + 1 returning last`,
  )
  if (!row) throw new Error('no number was taken')
  return row.last
}

/** Returns the patient of a printed invoice. */
export async function invoicedPatient(
  db: Db,
  { practice, invoiceNumber }: { practice: string; invoiceNumber: number },
): Promise<number | undefined> {
  const row = await firstRow<{ patientN: number }>(
    db,
    sql`select patient_n as "patientN" from invoice_print_log
      where practice = ${practice} and invoice_number = ${invoiceNumber} limit 1`,
  )
  return row?.patientN
}

/** An entry of the log of printed invoices and statements. The amount is integer cents. */
export interface PrintedInvoice extends Of {
  invoiceNumber: number
  /** Who printed it: for the portal, the employee of that number (see the practice). */
  employeeN: number
  amount: number
  /** ISO 8601. */
  printDate: string
}

/** Keeps one entry of each printing, however often it is told. */
export const keepInvoice = async (
  db: Db,
  { practice, patientN, invoiceNumber, employeeN, amount, printDate }: PrintedInvoice,
): Promise<void> => {
  await db.execute(
    sql`insert into invoice_print_log (practice, invoice_number, patient_n, employee_n, amount, print_date)
      values (${practice}, ${invoiceNumber}, ${patientN}, ${employeeN}, ${amount}, ${printDate}::timestamptz)
      on conflict do nothing`,
  )
}

/** An entry of the log, for the staff page. */
export interface ListedInvoice {
  practice: string
  number: number
  patient: string
  amount: number
  /** Milliseconds since 1970, and the IANA zone of the practice. */
  at: number
  zone: string
}

/** The latest entries of the log, the latest first. */
export const lastInvoices = (db: Db): Promise<ListedInvoice[]> =>
  rowsOf(
    db,
    sql`select l.practice, l.invoice_number as number, l.amount, ${millis('l.print_date')} as at, r.time_zone as zone,
        p.first_name || ' ' || p.last_name as patient
      from invoice_print_log l
      join practices r on r.practice = l.practice
      join patients p on p.practice = l.practice and p.patient_n = l.patient_n
      order by l.print_date desc, l.invoice_number desc limit 50`,
  )
