import type { Cards } from '../../gateways/cards/cards.ts'
import { recurring } from '../../jobs/job.ts'
import type { Licensee } from '../../licensees/licensee.ts'
import type { PaymentServices } from './payments-services.ts'
import { noteLookup, paymentsToWatch, type Payment } from './payments.store.ts'
import { noteRefund } from './reverse-payment.ts'

const hourMs = 3_600_000
/** How long after a payment a refund by the office is noticed. */
const watchedForMs = 30 * 24 * hourMs
const lookedUpEveryMs = 6 * hourMs
/** Of one practice, in one run. */
const mostAtOnce = 100

/** Asks the processor whether the office has refunded posted payments, so that a refund reaches bill and receipt. */
export const watchRefunds = recurring('payments.watchRefunds', {
  every: { minutes: 10 },
  perPractice: async (services: PaymentServices, licensee: Licensee) => {
    const { db, cardsOf, now } = services
    const cards = cardsOf(licensee)
    if (!cards) return
    const at = now().getTime()
    const due = await paymentsToWatch(db, {
      licenseeId: licensee.id,
      since: new Date(at - watchedForMs),
      before: new Date(at - lookedUpEveryMs),
      most: mostAtOnce,
    })
    for (const payment of due) await watch(services, { payment, cards })
  },
})

async function watch(services: PaymentServices, { payment, cards }: { payment: Payment; cards: Cards }): Promise<void> {
  const { db, now, log } = services
  const result = await cards.endPayment(payment.id)
  if (result.status === 'refunded') return noteRefund(services, payment)
  const isConfirmed = result.status === 'approved' && result.transactionId === payment.transactionId
  if (!isConfirmed) log.error({ licensee: payment.licenseeId }, 'the card processor does not confirm a posted payment')
  await noteLookup(db, { id: payment.id, at: now(), isConfirmed })
}
