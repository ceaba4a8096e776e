import { recurring } from '../../jobs/job.ts'
import type { Licensee } from '../../licensees/licensee.ts'
import { fewAtOnce } from '../../protocol/turns.ts'
import { lookUp } from './pay.ts'
import { abandonedAfterMs } from './payment-states.rules.ts'
import type { PaymentServices } from './payments-services.ts'
import { correctPayments, forgetOldCards, forgetOpenings, paymentsToResolve } from './payments.store.ts'

/** A processor's session for a card number is used within this time, in milliseconds. */
export const cardKeptForMs = 15 * 60_000

/** Looks up the payments whose end is unknown. */
export const resolvePayments = recurring('payments.resolve', {
  every: { seconds: 30 },
  perPractice: async (services: PaymentServices, licensee: Licensee) => {
    const { db, now, log } = services
    const at = now()
    await correctPayments(db, { licenseeId: licensee.id, at })
    const before = new Date(at.getTime() - abandonedAfterMs)
    const unresolved = await paymentsToResolve(db, { licenseeId: licensee.id, before })
    const cards = services.cardsOf(licensee)
    if (!cards) {
      if (unresolved.length > 0)
        log.error({ licensee: licensee.id }, 'payments cannot be looked up without a card processor')
      return
    }
    await fewAtOnce(unresolved, (payment) =>
      lookUp(services, { payment, cards }).catch((error: unknown) =>
        log.error({ err: error, licensee: licensee.id }, 'a payment could not be resolved'),
      ),
    )
  },
})

/** Forgets cards that were entered and not used. */
export const forgetEnteredCards = recurring('payments.forgetEnteredCards', {
  every: { seconds: 30 },
  run: async ({ db, now }: Pick<PaymentServices, 'db' | 'now'>) => {
    const at = now().getTime()
    await forgetOldCards(db, { before: new Date(at - cardKeptForMs) })
    await forgetOpenings(db, { before: new Date(at - 24 * 3_600_000) })
  },
})
