import type { PayingPerson } from '../../practice/billing/paying-person.ts'
import { path } from '../../protocol/path.ts'

export const invoicePaths = {
  list: path('/user/home/Invoices'),
  invoice: path('/user/home/Invoices/:number', ['print']),
  /** Of a guest: the latest invoice unless one is named. */
  guestInvoice: path('/user/guestInvoice', ['invoice', 'print']),
  invoiceFile: path('/user/invoice/:number/pdf'),
  statements: path('/user/home/Statements'),
  /** `day` is a date of service, `2026-11-20`. */
  statement: path('/user/home/Statements/:day', ['print']),
  statementFile: path('/user/home/Statements/:day/pdf'),
}

/** Where a person reads an invoice, and with `print` prints it at once. */
export function invoicePath(
  { kind }: Pick<PayingPerson, 'kind'>,
  { number, print }: { number: string; print?: 'now' },
): string {
  return kind === 'guest'
    ? invoicePaths.guestInvoice({ invoice: number, print })
    : invoicePaths.invoice({ number, print })
}
