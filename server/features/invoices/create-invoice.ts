import { balanceOf } from '../../practice/billing/charges.rules.ts'
import type { PayingPerson } from '../../practice/billing/paying-person.ts'
import type { ActionContext } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { contentOf } from './bill-content.ts'
import type { InvoiceServices } from './invoices-services.ts'
import { numberBill } from './number-bill.ts'

/** Returns the number of an invoice of what the patient owes now. Throws the Failure `invoices.nothingDue`. */
export async function createInvoice(
  context: ActionContext,
  services: InvoiceServices,
  person: PayingPerson,
): Promise<string> {
  const bills = await services.emrOf(context.licensee).bills(person.patientId)
  if (!bills || balanceOf(bills.charges) <= 0) throw new Failure('invoices.nothingDue', { status: 409 })
  return numberBill(context, services, { kind: 'invoice', person, content: contentOf(context, bills) })
}
