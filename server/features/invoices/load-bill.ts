import { invoicesTopic } from '../../practice/billing/bill-topics.ts'
import { maySee } from '../../practice/billing/payer-rights.rules.ts'
import { payingPerson, type PayingPerson } from '../../practice/billing/paying-person.ts'
import { practiceLogo } from '../../practice/practice-logo.ts'
import type { Context } from '../../protocol/context.ts'
import { Failure } from '../../protocol/failure.ts'
import { dayOf } from '../../protocol/time-words.ts'
import { contentOf, type BillContent } from './bill-content.ts'
import type { Bill } from './bill-sheet.ts'
import { invoicesOf, readInvoice, type InvoiceRow } from './invoices.store.ts'
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

/** Returns an invoice as it was made, with the logo of now. Throws the Failure `invoices.unknown` if it is not this person's. */
export async function loadInvoice(
  context: Context,
  services: Pick<InvoiceServices, 'db' | 'encryption' | 'emrOf' | 'log'>,
  number: string,
): Promise<Bill & { createdAt: Date }> {
  const { db, encryption } = services
  const person = payingPerson(context)
  const { id: licenseeId, timeZone } = context.licensee
  const invoice = isNumber.test(number) ? await readInvoice(db, { licenseeId, number }) : undefined
  if (!invoice || !maySee(person, invoice)) throw new Failure('invoices.unknown', { status: 404 })
  const { createdAt } = invoice
  return {
    title: 'Invoice',
    number,
    day: dayOf(createdAt, timeZone),
    content: JSON.parse(encryption.decrypt(invoice.content)) as BillContent, // written by create-invoice.ts
    logo: await practiceLogo(context, services),
    hidesCare: !person.seesCare,
    hidesNumbers: person.kind === 'guest',
    createdAt,
  }
}

/** Returns the statement of a day of service, `yyyy-MM-dd`. Throws the Failure `invoices.noCharges`. */
export async function loadStatement(
  context: Context,
  services: Pick<InvoiceServices, 'emrOf' | 'log'>,
  claimDay: string,
): Promise<Bill & { claimDay: string }> {
  const { kind, patientId, seesCare } = payingPerson(context)
  const bills = await services.emrOf(context.licensee).bills(patientId)
  const charges = bills?.charges.filter(({ day }) => day === claimDay) ?? []
  if (!bills || charges.length === 0) throw new Failure('invoices.noCharges', { status: 404 })
  return {
    title: 'Statement',
    day: dayOf(context.now(), context.licensee.timeZone),
    content: contentOf(context, { patient: bills.patient, charges }),
    logo: await practiceLogo(context, services),
    hidesCare: !seesCare,
    hidesNumbers: kind === 'guest',
    claimDay,
  }
}
