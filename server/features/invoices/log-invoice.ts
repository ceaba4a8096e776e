import Type from 'typebox'
import { job } from '../../jobs/job.ts'
import { servedPractice } from '../../practice/served-practice.ts'
import type { InvoiceServices } from './invoices-services.ts'
import { markLogged, readInvoice } from './invoices.store.ts'

/** Writes what was printed to the record server's log of printed invoices, until it is there. Telling it twice is harmless. */
export const logInvoice = job('invoices.log', {
  input: Type.Object({ licenseeId: Type.String(), number: Type.String() }, { additionalProperties: false }),
  keepTryingFor: { days: 365 },
  looksAgain: { needless: 'the invoice is printed' },
  run: async ({ db, licensees, emrOf, now }: InvoiceServices, key) => {
    const invoice = await readInvoice(db, key)
    if (!invoice?.printedAt || invoice.loggedAt) return
    const { licenseeId, number, patientId, amountCents } = invoice
    const printedAt = invoice.printedAt.toISOString()
    const emr = emrOf(servedPractice(licensees, licenseeId))
    if (!(await emr.logInvoice({ number, patientId, amountCents, printedAt })))
      throw new Error('the record server does not know the patient of an invoice')
    await markLogged(db, { licenseeId, number, at: now() })
  },
})
