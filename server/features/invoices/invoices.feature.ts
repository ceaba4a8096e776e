import Type from 'typebox'
import { invoiceSettings } from './invoices.settings.ts'
import { closed } from '../../../schemas/base.ts'
import type { Effect } from '../../../schemas/effect.ts'
import { billsTopic } from '../../practice/billing/bill-topics.ts'
import { printQuery, printsAtOnce } from '../../practice/billing/document-pages.ts'
import { balanceOf } from '../../practice/billing/charges.rules.ts'
import { billPapers, invoicesMadeHere } from '../../practice/extension-points.ts'
import { billPayers, billingOffer, partOffered } from '../../practice/offered.ts'
import { payingPerson, type PayingPerson } from '../../practice/billing/paying-person.ts'
import { logoPictures, practiceLogo } from '../../practice/practice-logo.ts'
import { paths } from '../../practice/paths.ts'
import { invoicePath, invoicePaths } from './invoices.paths.ts'
import type { Context } from '../../protocol/context.ts'
import { action, feature, screen } from '../../protocol/definitions.ts'
import { guests, patientsAndGuardians } from '../../protocol/guard.ts'
import type { Reads } from '../../protocol/trace.ts'
import { sheetPdf } from '../../sheets/sheet-pdf.ts'
import type { FileContent } from '../../protocol/definitions.ts'
import { call } from '../../protocol/block-builders.ts'
import { billParts, type Bill } from './bill-sheet.ts'
import { createInvoice } from './create-invoice.ts'
import { invoicesMessages } from './invoices.messages.ts'
import {
  billButtons,
  billScreen,
  invoicesScreen,
  nameOf,
  noInvoiceScreen,
  statementsScreen,
  type Then,
} from './invoices.screens.ts'
import type { InvoiceServices } from './invoices-services.ts'
import { loadInvoice, loadStatement, ownInvoices } from './load-bill.ts'
import { readInvoice } from './invoices.store.ts'
import { logInvoice } from './log-invoice.ts'
import { printInvoice, printStatement } from './print-bill.ts'

const messagesOffered = (reads: Reads) => partOffered(reads, 'messages')
const guarded = { guard: patientsAndGuardians, ...billingOffer } as const
const Then = Type.Union([Type.Literal('print'), Type.Literal('view'), Type.Literal('download')])
const PrintQuery = closed(printQuery)
const GuestQuery = closed({ invoice: Type.Optional(Type.String({ maxLength: 20 })), ...printQuery })

/** Invoices and statements: Letter pages to read, print and download (specification 2 §2.3, §4.1). */
export const invoices = feature('invoices', (services: InvoiceServices) => {
  const { emrOf } = services
  const create = action({
    ...guarded,
    guard: billPayers,
    name: 'invoices.create',
    about: 'Makes an invoice of what is owed, under the next number',
    input: closed({ then: Then }),
    limit: { perAddress: 60 },
    run: async (context, { then }) => {
      const person = payingPerson(context)
      return effectsOf(person, { number: await createInvoice(context, services, person), then })
    },
  })
  const print = action({
    ...guarded,
    guard: billPayers,
    name: 'invoices.print',
    about: 'Printed an invoice',
    input: closed({ number: Type.String({ maxLength: 20 }) }),
    limit: { perAddress: 60 },
    run: (context, { number }) => printInvoice(context, services, number),
  })
  const printDay = action({
    ...guarded,
    name: 'invoices.printStatement',
    about: 'Printed a statement',
    input: closed({ day: Type.String({ maxLength: 20 }) }),
    limit: { perAddress: 60 },
    run: (context, { day }) => printStatement(context, services, day),
  })
  /** Whether something is owed: only then is there an invoice to make. */
  const owesNow = async (context: Context, person: PayingPerson) => {
    context.dependsOn(billsTopic(person))
    return balanceOf((await emrOf(context.licensee).bills(person.patientId))?.charges ?? []) > 0
  }
  return {
    settings: Object.values(invoiceSettings),
    messages: invoicesMessages,
    actions: [create, print, printDay],
    jobs: [logInvoice.using(services)],
    extends: [
      billPapers.add({
        actions: [create],
        blocks: async (context, { owes }) => {
          const person = payingPerson(context)
          const [latest] = person.kind === 'guest' ? await ownInvoices(context, services, person) : []
          return billButtons({ person, create, latest: latest?.number, owes })
        },
      }),
      invoicesMadeHere.add(async ({ licensee }, number) => {
        const invoice = await readInvoice(services.db, { licenseeId: licensee.id, number })
        return invoice !== undefined
      }),
    ],
    screens: [
      screen({
        ...guarded,
        route: invoicePaths.list.route,
        under: paths.billing.route,
        about: 'Invoices',
        actions: [create],
        load: async (context) => {
          const person = payingPerson(context)
          const all = await ownInvoices(context, services, person)
          const { timeZone } = context.licensee
          return invoicesScreen({
            invoices: all,
            create,
            timeZone,
            owes: all.length === 0 && (await owesNow(context, person)),
          })
        },
      }),
      screen({
        ...guarded,
        route: invoicePaths.invoice.route,
        about: 'Invoice',
        query: PrintQuery,
        actions: [print],
        load: async (context, { params: { number = '' }, query }) =>
          billScreen({
            bill: await loadInvoice(context, services, number),
            address: invoicePaths.invoice({ number }),
            billing: paths.billing,
            file: invoicePaths.invoiceFile({ number }),
            print: call(print, { number }),
            prints: printsAtOnce(query),
          }),
      }),
      screen({
        ...guarded,
        guard: guests,
        route: invoicePaths.guestInvoice.route,
        under: paths.guestBilling.route,
        about: 'The invoice of a guest: a given one, or the latest',
        query: GuestQuery,
        actions: [create, print],
        load: async (context, { query }) => {
          const person = payingPerson(context)
          const number = query.invoice ?? (await ownInvoices(context, services, person))[0]?.number
          if (number === undefined) return noInvoiceScreen({ create, owes: await owesNow(context, person) })
          return billScreen({
            bill: await loadInvoice(context, services, number),
            address: invoicePath(person, { number }),
            billing: person.paths.billing,
            file: invoicePaths.invoiceFile({ number }),
            print: call(print, { number }),
            prints: printsAtOnce(query),
          })
        },
      }),
      screen({
        ...guarded,
        route: invoicePaths.statements.route,
        under: paths.billing.route,
        about: 'Statements',
        rules: { ask: messagesOffered },
        load: async (context) => {
          const person = payingPerson(context)
          context.dependsOn(billsTopic(person))
          const bills = await emrOf(context.licensee).bills(person.patientId)
          return statementsScreen({ charges: bills?.charges ?? [], asks: context.show('ask', messagesOffered) })
        },
      }),
      screen({
        ...guarded,
        route: invoicePaths.statement.route,
        about: 'Statement',
        query: PrintQuery,
        actions: [printDay],
        load: async (context, { params: { day = '' }, query }) =>
          billScreen({
            bill: await loadStatement(context, services, day),
            address: invoicePaths.statement({ day }),
            billing: paths.billing,
            file: invoicePaths.statementFile({ day }),
            print: call(printDay, { day }),
            prints: printsAtOnce(query),
          }),
      }),
    ],
    files: [
      {
        ...guarded,
        guard: billPayers,
        name: 'invoices.invoice',
        about: 'Downloaded an invoice',
        route: invoicePaths.invoiceFile.route,
        kind: 'download',
        load: async (context, { number = '' }) => {
          const bill = await loadInvoice(context, services, number)
          return fileOf(bill, { name: `invoice-${number}.pdf`, createdAt: bill.createdAt, gone: context.client.gone })
        },
      },
      {
        ...guarded,
        name: 'invoices.statement',
        about: 'Downloaded a statement',
        route: invoicePaths.statementFile.route,
        kind: 'download',
        load: async (context, { day = '' }) =>
          fileOf(await loadStatement(context, services, day), {
            name: `statement-${day}.pdf`,
            createdAt: context.now(),
            gone: context.client.gone,
          }),
      },
      {
        // Receipts show it too, also where bills are switched off.
        guard: billPayers,
        name: 'invoices.logo',
        about: 'The logo of the practice on invoices, statements and receipts',
        route: paths.logo.route,
        kind: 'picture',
        load: async (context) => {
          const logo = await practiceLogo(context, services)
          return logo && { body: logo.content, type: 'image/png', name: 'logo.png' }
        },
      },
    ],
  }
})

function effectsOf(person: PayingPerson, { number, then }: { number: string; then: Then }): Effect[] {
  if (then === 'download')
    return [
      { type: 'download', href: invoicePaths.invoiceFile({ number }) },
      { type: 'refresh', what: 'screen' },
    ]
  return [{ type: 'navigate', to: invoicePath(person, { number, ...(then === 'print' ? { print: 'now' } : {}) }) }]
}

interface BillFile {
  name: string
  createdAt: Date
  gone: AbortSignal | undefined
}

async function fileOf(bill: Bill, { name, createdAt, gone }: BillFile): Promise<FileContent> {
  const pictures = logoPictures(bill.logo)
  const body = await sheetPdf({ title: nameOf(bill), parts: billParts(bill), createdAt, pictures }, gone)
  return { body, type: 'application/pdf', name }
}
