import { invoicesTopic } from '../../practice/billing/bill-topics.ts'
import { maySee } from '../../practice/billing/payer-rights.rules.ts'
import { payingPerson, type PayingPerson } from '../../practice/billing/paying-person.ts'
import { practiceLogo } from '../../practice/practice-logo.ts'
import type { Context } from '../../protocol/context.ts'
import { Failure } from '../../protocol/failure.ts'
import { dayOf } from '../../protocol/time-words.ts'
import { contentOf, type BillContent } from './bill-content.ts'
import type { Bill } from './bill-sheet.ts'
import { invoicesOf, readInvoice, type Invoice, type InvoiceRow } from './invoices.store.ts'
import { numberedBefore } from './number-bill.ts'
import type { InvoiceServices } from './invoices-services.ts'

/** The invoices of the patient that this person may see, the latest first. */
export async function ownInvoices(
  context: Context,
  { db }: Pick<InvoiceServices, 'db'>,
  person: PayingPerson,
): Promise<InvoiceRow[]> {
  context.dependsOn(invoicesTopic(person))
  return (await invoicesOf(db, person)).filter((invoice) => maySee(person, invoice))
}

/** What record servers give; of an address, anything else is no number. */
const isNumber = /^\d{1,10}$/

/** Throws the Failure `invoices.unknown` if there is none of this number that the person may see. */
export async function ownInvoice(
  { db }: Pick<InvoiceServices, 'db'>,
  person: PayingPerson,
  number: string,
): Promise<Invoice> {
  const { licenseeId } = person
  const invoice = isNumber.test(number) ? await readInvoice(db, { licenseeId, number }) : undefined
  if (invoice?.kind !== 'invoice' || !maySee(person, invoice)) throw new Failure('invoices.unknown', { status: 404 })
  return invoice
}

/** Returns an invoice as it was made, with the logo of now. Throws the Failure `invoices.unknown` if it is not this person's. */
export async function loadInvoice(
  context: Context,
  services: Pick<InvoiceServices, 'db' | 'encryption' | 'emrOf' | 'log'>,
  number: string,
): Promise<Bill & { createdAt: Date }> {
  const person = payingPerson(context)
  const { createdAt, content } = await ownInvoice(services, person, number)
  const place = ['invoices.content', person.licenseeId, number] as const
  return {
    title: 'Invoice',
    number,
    day: dayOf(createdAt, context.licensee.timeZone),
    content: JSON.parse(services.encryption.decrypt(content, place)) as BillContent, // written by number-bill.ts
    logo: await practiceLogo(context, services),
    hidesCare: !person.seesCare,
    hidesNumbers: person.kind === 'guest',
    createdAt,
  }
}

/** Returns what the statement of a day of service, `yyyy-MM-dd`, says. Throws the Failure `invoices.noCharges`. */
export async function statementContent(
  context: Context,
  { emrOf }: Pick<InvoiceServices, 'emrOf'>,
  { person, claimDay }: { person: PayingPerson; claimDay: string },
): Promise<BillContent> {
  const bills = await emrOf(context.licensee).bills(person.patientId)
  const charges = bills?.charges.filter(({ day }) => day === claimDay) ?? []
  if (!bills || charges.length === 0) throw new Failure('invoices.noCharges', { status: 404 })
  return contentOf(context, { patient: bills.patient, charges })
}

/**
 * Returns the statement of a day of service, `yyyy-MM-dd`, with its number once it was printed. Throws the Failure
 * `invoices.noCharges`.
 */
export async function loadStatement(
  context: Context,
  services: Pick<InvoiceServices, 'db' | 'encryption' | 'emrOf' | 'log'>,
  claimDay: string,
): Promise<Bill & { claimDay: string }> {
  const person = payingPerson(context)
  context.dependsOn(invoicesTopic(person))
  const content = await statementContent(context, services, { person, claimDay })
  const numbered = await numberedBefore(services, { kind: 'statement', person, content })
  return {
    title: 'Statement',
    ...(numbered ? { number: numbered.number } : {}),
    day: dayOf(numbered?.createdAt ?? context.now(), context.licensee.timeZone),
    content,
    logo: await practiceLogo(context, services),
    hidesCare: !person.seesCare,
    hidesNumbers: person.kind === 'guest',
    claimDay,
  }
}
