import Type from 'typebox'
import { closed } from '../../../schemas/base.ts'
import { job } from '../../jobs/job.ts'
import { servedPractice } from '../../practice/served-practice.ts'
import type { InvoiceServices } from './invoices-services.ts'
import { markLogged, readInvoice } from './invoices.store.ts'

/**
 * Writes a printing to the record server's log of printed invoices, until it is there. Telling it twice is harmless: the
 * number and the time name the printing.
 */
export const logInvoice = job('invoices.log', {
  input: closed({ licenseeId: Type.String(), number: Type.String(), printedAt: Type.Optional(Type.String()) }),
  keepTryingFor: { days: 365 },
  looksAgain: { needless: 'the invoice is printed' },
  // Earlier versions stored no time.
  run: async ({ db, licensees, emrOf, now }: InvoiceServices, { printedAt: noted, ...key }) => {
    const invoice = await readInvoice(db, key)
    const printedAt = noted ?? invoice?.printedAt?.toISOString()
    if (!invoice || printedAt === undefined) return
    const { licenseeId, number, patientId, amountCents } = invoice
    const emr = emrOf(servedPractice(licensees, licenseeId))
    if (!(await emr.logInvoice({ number, patientId, amountCents, printedAt })))
      throw new Error('the record server does not know the patient of an invoice')
    await markLogged(db, { licenseeId, number, at: now() })
  },
})
