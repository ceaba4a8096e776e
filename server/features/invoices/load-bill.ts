import { payingPerson, type PayingPerson } from '../../practice/paying-person.ts'
import { practiceLogo } from '../../practice/practice-logo.ts'
import type { Context } from '../../protocol/context.ts'
import { Failure } from '../../protocol/failure.ts'
import { dayOf } from '../../protocol/time-words.ts'
import { contentOf, type BillContent } from './bill-content.ts'
import type { Bill } from './bill-sheet.ts'
import { invoicesOf, readInvoice, type InvoiceRow } from './invoices.store.ts'
import { invoicesTopic, type InvoiceServices } from './invoices-services.ts'

/** The invoices of the patient that this person may see, the latest first. */
export async function ownInvoices(context: Context, { db }: Pick<InvoiceServices, 'db'>): Promise<InvoiceRow[]> {
  const person = payingPerson(context)
  const of = { licenseeId: context.licensee.id, patientId: person.patient.id }
  context.dependsOn(invoicesTopic(of))
  return (await invoicesOf(db, of)).filter((invoice) => maySee(invoice, person))
}

/** Those who act for the patient see every invoice; a guest sees those of the own session. */
function maySee({ payer }: Pick<InvoiceRow, 'payer'>, person: PayingPerson): boolean {
  return person.kind !== 'guest' || payer === person.payer
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
  if (!invoice || invoice.patientId !== person.patient.id || !maySee(invoice, person))
    throw new Failure('invoices.unknown', { status: 404 })
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
  const { kind, patient, seesCare } = payingPerson(context)
  const bills = await services.emrOf(context.licensee).bills(patient.id)
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
