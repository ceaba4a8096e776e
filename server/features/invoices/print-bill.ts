import type { ActionContext } from '../../protocol/definitions.ts'
import type { Effect } from '../../../schemas/effect.ts'
import { payingPerson } from '../../practice/billing/paying-person.ts'
import type { InvoiceServices } from './invoices-services.ts'
import { markPrinted } from './invoices.store.ts'
import { ownInvoice, statementContent } from './load-bill.ts'
import { logInvoice } from './log-invoice.ts'
import { numberBill } from './number-bill.ts'

/** Prints an invoice of this person. Throws the Failure `invoices.unknown`. */
export async function printInvoice(
  context: ActionContext,
  services: InvoiceServices,
  number: string,
): Promise<Effect[]> {
  await ownInvoice(services, payingPerson(context), number)
  await notePrinting(context, services, number)
  return [{ type: 'print' }]
}

/**
 * Prints the statement of a day of service, `yyyy-MM-dd`, which takes a number then: the record server logs what is
 * printed under the next number of invoices (specification 2 §4). Throws the Failures `invoices.noCharges` and
 * `invoices.noNumber`.
 */
export async function printStatement(
  context: ActionContext,
  services: InvoiceServices,
  claimDay: string,
): Promise<Effect[]> {
  const person = payingPerson(context)
  const content = await statementContent(context, services, { person, claimDay })
  await notePrinting(context, services, await numberBill(context, services, { kind: 'statement', person, content }))
  // The number stands on the paper: the first time, the page does not have it yet.
  return [{ type: 'refresh', what: 'screen' }, { type: 'print' }]
}

/** The log of the record server hears of each printing, by a job of the same transaction. */
async function notePrinting(context: ActionContext, { db, jobs }: InvoiceServices, number: string): Promise<void> {
  const key = { licenseeId: context.licensee.id, number }
  const at = context.now()
  await db.transaction(async (tx) => {
    await markPrinted(tx, { ...key, at })
    await jobs.add(tx, logInvoice, { ...key, printedAt: at.toISOString() })
  })
}
