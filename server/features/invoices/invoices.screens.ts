import type { Action } from '../../../schemas/action.ts'
import type { BlockList } from '../../../schemas/block.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import { documentFrame } from '../../practice/billing/document-pages.ts'
import { moneyText, owedText, visitsOf, serviceDayText } from '../../practice/billing/charges.rules.ts'
import type { Charge } from '../../gateways/emr/billing/billing.ts'
import type { PayingPerson } from '../../practice/billing/paying-person.ts'
import { paths } from '../../practice/paths.ts'
import { invoicePaths } from './invoices.paths.ts'
import { button, call, goTo, text, title } from '../../protocol/block-builders.ts'
import type { Named, ScreenBody } from '../../protocol/definitions.ts'
import { dateText, dayOf } from '../../protocol/time-words.ts'
import { billParts, type Bill } from './bill-sheet.ts'
import type { InvoiceRow } from './invoices.store.ts'

/** What becomes of an invoice that is made. */
export type Then = 'print' | 'view' | 'download'

function createButton(
  create: Named,
  { id, label, then }: { id: string; label: string; then: Then },
): BlockOf<'action'> {
  return button(id, { text: label, do: call(create, { then }) })
}

interface ButtonsOfBill {
  person: PayingPerson
  create: Named
  /** The number of the invoice that a guest downloads again. */
  latest: string | undefined
  /** Only then a new invoice can be made. */
  owes: boolean
}

/** Among the bills (specification 2 §4.1); for guests §2.6. Earlier invoices stay when all is paid. */
export function billButtons(bill: ButtonsOfBill): BlockList {
  const print = createButton(bill.create, { id: 'print-invoice', label: 'Print Invoice', then: 'print' })
  const others = bill.person.kind === 'guest' ? guestButtons(bill) : patientButtons
  const blocks = [...(bill.owes ? [print] : []), ...others]
  return blocks.length === 0 ? [] : [{ kind: 'stack', id: 'bill-papers', direction: 'across', blocks }]
}

const patientButtons = [
  button('view-invoices', { text: 'View Invoice(s)', do: goTo(invoicePaths.list()) }),
  button('view-statements', { text: 'View Statement(s)', do: goTo(invoicePaths.statements()) }),
]

function guestButtons({ create, latest, owes }: ButtonsOfBill): BlockOf<'action'>[] {
  const view = button('view-invoice', { text: 'View Invoice', do: goTo(invoicePaths.guestInvoice()) })
  const download = { id: 'download-invoice', label: 'Download Invoice' }
  if (latest !== undefined)
    return [
      view,
      button(download.id, {
        text: download.label,
        do: { type: 'download', href: invoicePaths.invoiceFile({ number: latest }) },
      }),
    ]
  return owes ? [view, createButton(create, { ...download, then: 'download' })] : []
}

interface InvoicesPage {
  invoices: readonly InvoiceRow[]
  create: Named
  timeZone: string
  /** Whether an invoice can be made. */
  owes: boolean
}

/** The invoices that were made for the patient. */
export function invoicesScreen({ invoices, create, timeZone, owes }: InvoicesPage): ScreenBody {
  return {
    title: 'Invoices',
    back: { label: 'Billing', to: paths.billing({ tab: 'papers' }) },
    blocks: [
      title('Invoices'),
      {
        kind: 'table',
        id: 'invoices',
        caption: 'Invoices',
        hideCaption: true,
        narrow: 'lines',
        columns: [
          { id: 'number', label: 'Invoice Number', main: true },
          { id: 'day', label: 'Date' },
          { id: 'amount', label: 'Amount', align: 'end', figures: true, result: true },
        ],
        rows: invoices.map((invoice) => invoiceRow(invoice, timeZone)),
        empty: owes
          ? {
              picture: 'file',
              text: 'No invoice has been made yet.',
              next: {
                label: 'Make an invoice',
                do: call(create, { then: 'view' satisfies Then }),
              },
            }
          : { picture: 'file', text: 'No invoice has been made yet. You owe nothing.' },
      },
    ],
  }
}

type Row = BlockOf<'table'>['rows'][number]

function invoiceRow({ number, amountCents, createdAt }: InvoiceRow, timeZone: string): Row {
  const about = `invoice ${number}`
  return {
    id: `invoice-${number}`,
    cells: {
      number: { text: number },
      day: { text: dateText(dayOf(createdAt, timeZone)) },
      amount: { text: moneyText(amountCents) },
    },
    actions: [
      { id: `view-${number}`, label: 'View', about, do: goTo(invoicePaths.invoice({ number })) },
      { id: `print-${number}`, label: 'Print', about, do: goTo(invoicePaths.invoice({ number, print: 'now' })) },
      {
        id: `download-${number}`,
        label: 'Download PDF',
        about,
        do: { type: 'download', href: invoicePaths.invoiceFile({ number }) },
      },
    ],
  }
}

interface StatementsPage {
  charges: readonly Charge[]
  /** Whether the person can write to the office. */
  asks: boolean
}

/** The statement view (specification 2 §2.3): what is left to pay, by date of service. */
export function statementsScreen({ charges, asks }: StatementsPage): ScreenBody {
  return {
    title: 'Statements',
    back: { label: 'Billing', to: paths.billing({ tab: 'papers' }) },
    blocks: [
      title('Statements'),
      {
        kind: 'table',
        id: 'statements',
        caption: 'Statements',
        hideCaption: true,
        narrow: 'lines',
        columns: [
          { id: 'day', label: 'Service Date', main: true },
          { id: 'owed', label: 'Remaining Patient Balance', align: 'end', figures: true, result: true },
        ],
        rows: visitsOf(charges).map(({ day, owedCents }) => ({
          id: `statement-${day}`,
          cells: {
            day: { text: [{ text: serviceDayText(day), href: invoicePaths.statement({ day }) }] },
            owed: { text: owedText(owedCents) },
          },
          actions: [
            {
              id: `print-${day}`,
              label: 'Print',
              about: `the statement of ${serviceDayText(day)}`,
              do: goTo(invoicePaths.statement({ day, print: 'now' })),
            },
            ...(asks
              ? [
                  {
                    id: `ask-${day}`,
                    label: 'Ask about it',
                    about: `the statement of ${serviceDayText(day)}`,
                    do: goTo(paths.compose({ about: `bill:${day}` })),
                  },
                ]
              : []),
          ],
        })),
        empty: { picture: 'file', text: 'When the office bills you for a visit, it will be shown here.' },
      },
    ],
  }
}

interface BillPage {
  bill: Bill
  /** Its own address. */
  address: string
  /** Where the bills of this person are. */
  billing: PayingPerson['paths']['billing']
  /** The address of the same as a file. */
  file: string
  /** Prints it, and logs that. */
  print: Action
  /** Opens the print dialog at once. */
  prints: boolean
}

/** An invoice or a statement, as it is on paper. */
export function billScreen({ bill, address, billing, file, print, prints }: BillPage): ScreenBody {
  const name = nameOf(bill)
  return {
    title: name,
    ...documentFrame(billing({ tab: 'papers' })),
    blocks: [
      title(name),
      {
        kind: 'sheet',
        id: 'bill',
        label: name,
        parts: billParts(bill),
        print: { label: 'Print', do: print, ...(prints ? { atOnce: true, address } : {}) },
        download: { label: 'Download PDF', href: file },
      },
    ],
  }
}

/** `Invoice 10001`; `Statement` before it was printed. */
export function nameOf({ title: kind, number }: Pick<Bill, 'title' | 'number'>): string {
  return number === undefined ? kind : `${kind} ${number}`
}

/** For a guest who has made no invoice in this session. */
export function noInvoiceScreen({ create, owes }: { create: Named; owes: boolean }): ScreenBody {
  return {
    title: 'Invoice',
    back: { label: 'Billing', to: paths.guestBilling() },
    blocks: [
      title('Invoice'),
      ...(owes
        ? [
            text('no-invoice', 'No invoice has been made yet.'),
            createButton(create, { id: 'make-invoice', label: 'Make an invoice', then: 'view' }),
          ]
        : [text('no-invoice', 'No Due Payment')]),
    ],
  }
}
