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
  return printed(context, services, number)
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
  return printed(context, services, await numberBill(context, services, { kind: 'statement', person, content }))
}

/** Opens the print dialog; the first time, the log of the record server hears of it by a job of the same transaction. */
async function printed(context: ActionContext, { db, jobs }: InvoiceServices, number: string): Promise<Effect[]> {
  const key = { licenseeId: context.licensee.id, number }
  await db.transaction(async (tx) => {
    if (await markPrinted(tx, { ...key, at: context.now() })) await jobs.add(tx, logInvoice, key)
  })
  return [{ type: 'print' }]
}
