import { invoicesTopic } from '../../practice/billing/bill-topics.ts'
import { balanceOf } from '../../practice/billing/charges.rules.ts'
import type { PayingPerson } from '../../practice/billing/paying-person.ts'
import type { ActionContext } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import type { BillContent } from './bill-content.ts'
import { insertInvoice, numberOfContent } from './invoices.store.ts'
import type { InvoiceServices } from './invoices-services.ts'

/** Numbers are used up: nobody needs more of them in an hour. */
const limit = { tries: 40, seconds: 3600 } as const
/** How many numbers are tried, if the record server gives one that is used. */
const mostNumbers = 3

interface UnnumberedBill {
  kind: 'invoice' | 'statement'
  person: PayingPerson
  content: BillContent
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
  { db, emrOf, encryption }: InvoiceServices,
  { kind, person, content }: UnnumberedBill,
): Promise<string> {
  const { licenseeId, patientId, payer } = person
  const body = JSON.stringify(content)
  const seenBy = person.kind === 'guest' ? payer : 'patient'
  const contentKey = encryption.fingerprint(`invoice content: ${JSON.stringify([kind, seenBy, body])}`)
  const numbered = () => numberOfContent(db, { licenseeId, patientId, contentKey })
  const known = await numbered()
  if (known !== undefined) return known
  await context.takeTry(`invoices:${patientId}`, limit)
  const invoice = { licenseeId, patientId, payer, kind, contentKey, amountCents: balanceOf(content.charges) }
  for (let tries = 0; tries < mostNumbers; tries++) {
    const number = await emrOf(context.licensee).takeInvoiceNumber(patientId)
    if (number === undefined) break
    const encrypted = encryption.encrypt(body, ['invoices.content', licenseeId, number])
    const stored = { ...invoice, number, content: encrypted, createdAt: context.now() }
    if (await insertInvoice(db, stored)) {
      context.publish([invoicesTopic(person)])
      return number
    }
    const others = await numbered()
    if (others !== undefined) return others
  }
  throw new Failure('invoices.noNumber', { status: 502 })
}
