import { recurring } from '../../jobs/job.ts'
import { servedPractice } from '../../practice/served-practice.ts'
import { lookUp } from './pay.ts'
import { abandonedAfterMs } from './payment-states.rules.ts'
import type { PaymentServices } from './payments-services.ts'
import { forgetOldCards, forgetOpenings, paymentsToResolve } from './payments.store.ts'

/** A processor's session for a card number is used within this time, in milliseconds. */
export const cardKeptForMs = 15 * 60_000

/** Looks up the payments whose end is unknown, and forgets cards that were entered and not used. */
export const resolvePayments = recurring('payments.resolve', {
  every: { seconds: 30 },
  run: async (services: PaymentServices) => {
    const { db, now, log, licensees } = services
    const at = now().getTime()
    await forgetOldCards(db, { before: new Date(at - cardKeptForMs) })
    await forgetOpenings(db, { before: new Date(at - 24 * 3_600_000) })
    for (const payment of await paymentsToResolve(db, { before: new Date(at - abandonedAfterMs) })) {
      if (!licensees.some(({ id }) => id === payment.licenseeId)) continue // the practice is no longer served
      const cards = services.cardsOf(servedPractice(licensees, payment.licenseeId))
      if (!cards) {
        log.error({ licensee: payment.licenseeId }, 'a payment cannot be looked up without a card processor')
        continue
      }
      await lookUp(services, { payment, cards }).catch((error: unknown) =>
        log.error({ err: error, licensee: payment.licenseeId }, 'a payment could not be resolved'),
      )
    }
  },
})
