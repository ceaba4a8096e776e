import Type from 'typebox'
import { job } from '../../jobs/job.ts'
import { practiceName } from '../../licensees/practice-name.ts'
import { servedPractice } from '../../practice/served-practice.ts'
import { emailOf } from '../../identity/email-of.ts'
import { receivedEmail } from './payments.emails.ts'
import { paymentPaths } from './payments.paths.ts'
import type { PaymentServices } from './payments-services.ts'
import { openReceiptNotice, takeReceiptNotice } from './payments.store.ts'

/**
 * E-mails once that a payment was received: to the address that was entered with it, otherwise to the account that paid.
 * A job of the transaction that approves the payment, because the record server keeps the addresses of patients.
 */
export const noticeReceipt = job('payments.noticeReceipt', {
  input: Type.Object({ id: Type.String() }, { additionalProperties: false }),
  keepTryingFor: { days: 2 },
  looksAgain: { needless: 'whoever has paid is told, also after their access has ended' },
  run: async (services: PaymentServices, { id }) => {
    const { db, licensees, settings, outbox, now } = services
    const payment = await openReceiptNotice(db, id)
    if (!payment) return
    const { licenseeId, accountId, receiptTo, origin, network } = payment
    const licensee = servedPractice(licensees, licenseeId)
    const to = receiptTo ?? (accountId === null ? undefined : await emailOf(services, { licensee, accountId }))
    if (!to) return
    const by = receiptTo === null ? (network === null ? 'installments' : 'account') : 'entry'
    const receiptAt = origin === null ? undefined : `${origin}${paymentPaths.receipt({ payment: id })}`
    const practice = practiceName({ licensee, setting: (name) => settings.value(licenseeId, name) })
    await db.transaction(async (tx) => {
      if (await takeReceiptNotice(tx, { id, at: now() }))
        await outbox.enqueue(tx, receivedEmail({ licenseeId, to, practice, by, receiptAt }))
    })
  },
  givenUp: async ({ db, now }, { id }) => void (await takeReceiptNotice(db, { id, at: now() })),
})
