import { invoicesTopic } from '../../practice/billing/bill-topics.ts'
import { balanceOf } from '../../practice/billing/charges.rules.ts'
import type { PayingPerson } from '../../practice/billing/paying-person.ts'
import type { ActionContext } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import type { BillContent } from './bill-content.ts'
import { insertInvoice, numberOfContent, type Numbered } from './invoices.store.ts'
import type { InvoiceServices } from './invoices-services.ts'

/** Numbers are used up: nobody needs more of them in an hour. */
const limit = { tries: 40, seconds: 3600 } as const
/** How many numbers are tried, if the record server gives one that is used. */
const mostNumbers = 3

interface BillToNumber {
  kind: 'invoice' | 'statement'
  person: PayingPerson
  content: BillContent
}

/** Returns the number of a bill that has one already, because nothing in it is different, and since when. */
export function numberedBefore(
  services: Pick<InvoiceServices, 'db' | 'encryption'>,
  bill: BillToNumber,
): Promise<Numbered | undefined> {
  const { licenseeId, patientId } = bill.person
  return numberOfContent(services.db, { licenseeId, patientId, contentKey: keyOf(services, bill) })
}

function keyOf({ encryption }: Pick<InvoiceServices, 'encryption'>, { kind, person, content }: BillToNumber): string {
  const seenBy = person.kind === 'guest' ? person.payer : 'patient'
  return encryption.fingerprint(`invoice content: ${JSON.stringify([kind, seenBy, JSON.stringify(content)])}`)
}

/**
 * Stores what an invoice or a printed statement says and returns its number: the record server's next one, or the one
 * that it has already if nothing in it is different. Those who act for the patient share numbers; each guest has others.
 * Throws the Failure `invoices.noNumber`.
 *
 * If the process ends between taking a number and storing it, or somebody else stores the same meanwhile, the number
 * stays unused.
 */
export async function numberBill(
  context: ActionContext,
  services: InvoiceServices,
  bill: BillToNumber,
): Promise<string> {
  const { db, emrOf, encryption } = services
  const { kind, person, content } = bill
  const { licenseeId, patientId, payer } = person
  const known = await numberedBefore(services, bill)
  if (known !== undefined) return known.number
  await context.takeTry(`invoices:${patientId}`, limit)
  const contentKey = keyOf(services, bill)
  const invoice = { licenseeId, patientId, payer, kind, contentKey, amountCents: balanceOf(content.charges) }
  for (let tries = 0; tries < mostNumbers; tries++) {
    const number = await emrOf(context.licensee).takeInvoiceNumber(patientId)
    if (number === undefined) break
    const encrypted = encryption.encrypt(JSON.stringify(content), ['invoices.content', licenseeId, number])
    const stored = { ...invoice, number, content: encrypted, createdAt: context.now() }
    if (await insertInvoice(db, stored)) {
      context.publish([invoicesTopic(person)])
      return number
    }
    const others = await numberedBefore(services, bill)
    if (others !== undefined) return others.number
  }
  throw new Failure('invoices.noNumber', { status: 502 })
}
