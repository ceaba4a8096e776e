import Type from 'typebox'
import { Compile } from 'typebox/compile'
import type { AreaDeps } from '../area.ts'
import { recordNumber } from '../record-number.ts'
import { DoneAnswer } from '../wire/answers.ts'

/** An invoice or a statement. */
interface PrintedInvoice {
  number: string
  patientId: string
  /** The balance that it names, in integer cents; below 0 for a credit. */
  amountCents: number
  /** ISO 8601 in UTC. */
  printedAt: string
}

interface Invoices {
  /**
   * Takes the practice's next invoice number; undefined for an unknown patient. A number that is taken and not used, for
   * example because its response was lost, is never given again.
   */
  takeInvoiceNumber(patientId: string): Promise<string | undefined>
  /** Writes to the log of printed invoices. Repeating it changes nothing. Returns false for an unknown patient. */
  logInvoice(invoice: PrintedInvoice): Promise<boolean>
  /** Returns the patient of an invoice that the portal or the office printed; undefined for an unknown number. Never cached. */
  invoicedPatient(number: string): Promise<string | undefined>
}

const InvoiceNumberAnswer = Compile(Type.Integer({ minimum: 1, maximum: 2_147_483_647 }))
const EmployeeNumberAnswer = Compile(Type.Integer({ minimum: 0, maximum: 2_147_483_647 }))
const PatientNumberAnswer = Compile(Type.Integer({ minimum: 1 }))

/** Makes the calls for the numbers and the log of printed invoices. */
export function createInvoices({ client, cache }: AreaDeps): Invoices {
  const portalEmployee = () =>
    cache.get('portal employee', () =>
      client.read({ call: 'employee/GetPortalEmployeeN', answer: EmployeeNumberAnswer }),
    )
  return {
    takeInvoiceNumber: async (patientId) => {
      const rest = `?patient_n=${recordNumber(patientId) ?? 0}`
      const call = 'PatientPortal/GetInvoiceNumber'
      const number = await client.writeTo({ call, rest, method: 'GET', answer: InvoiceNumberAnswer })
      return number === undefined ? undefined : String(number)
    },
    invoicedPatient: async (number) => {
      const rest = `?invoice_number=${recordNumber(number) ?? 0}`
      const patientN = await client.find({ call: 'PatientPortal/GetInvoicePatient', rest, answer: PatientNumberAnswer })
      return patientN === undefined ? undefined : String(patientN)
    },
    logInvoice: async ({ number, patientId, amountCents, printedAt }) => {
      const body = {
        PATIENT_N: recordNumber(patientId) ?? 0,
        EMPLOYEE_N: await portalEmployee(),
        INVOICE_NUMBER: Number(number),
        AMOUNT: amountCents / 100,
        PRINT_DATE: printedAt,
      }
      return (
        (await client.writeTo({ call: 'billing/portal_invoice', method: 'POST', body, answer: DoneAnswer })) ?? false
      )
    },
  }
}
