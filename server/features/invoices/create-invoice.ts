import { invoicesTopic } from '../../practice/billing/bill-topics.ts'
import { balanceOf } from '../../practice/billing/charges.rules.ts'
import type { PayingPerson } from '../../practice/billing/paying-person.ts'
import type { ActionContext } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { contentOf } from './bill-content.ts'
import { insertInvoice } from './invoices.store.ts'
import type { InvoiceServices } from './invoices-services.ts'
import { logInvoice } from './log-invoice.ts'

/** Numbers are used up: nobody needs more of them in an hour. */
const limit = { tries: 40, seconds: 3600 } as const
/** How many numbers are tried, if the record server gives one that is used. */
const mostNumbers = 3

/**
 * Makes an invoice of what the patient owes now, under the record server's next number, and returns the number. The log
 * of the record server hears of it by a job of the same transaction. If the process ends between the two, the number
 * stays unused.
 */
export async function createInvoice(
  context: ActionContext,
  services: InvoiceServices,
  person: PayingPerson,
): Promise<string> {
  const { db, emrOf, jobs, encryption } = services
  const { licenseeId, patientId, payer } = person
  await context.takeTry(`invoices:${patientId}`, limit)
  const emr = emrOf(context.licensee)
  const bills = await emr.bills(patientId)
  const amountCents = balanceOf(bills?.charges ?? [])
  if (!bills || amountCents <= 0) throw new Failure('invoices.nothingDue', { status: 409 })
  const content = encryption.encrypt(JSON.stringify(contentOf(context, bills)))
  for (let tries = 0; tries < mostNumbers; tries++) {
    const number = await emr.takeInvoiceNumber(patientId)
    if (number === undefined) break
    const isMade = await db.transaction(async (tx) => {
      const invoice = { licenseeId, patientId, number, payer, amountCents, content, createdAt: context.now() }
      const isNew = await insertInvoice(tx, invoice)
      if (isNew) await jobs.add(tx, logInvoice, { licenseeId, number })
      return isNew
    })
    if (!isMade) continue
    context.publish([invoicesTopic(person)])
    return number
  }
  throw new Failure('invoices.noNumber', { status: 502 })
}
