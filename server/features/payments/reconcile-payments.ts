import { recurring } from '../../jobs/job.ts'
import type { Licensee } from '../../licensees/licensee.ts'
import {
  contradictionsIn,
  latePayments,
  removeContradiction,
  storeContradiction,
  storedContradictions,
  type Contradiction,
} from './contradictions.store.ts'
import { practicePaymentsTopic, type PaymentServices } from './payments-services.ts'
import type { Payment } from './payments.store.ts'
import { post } from './post-payment.ts'
import { reverse } from './reverse-payment.ts'

/** Longer than anything takes that is only on its way. */
const lateAfterMs = 2 * 3_600_000

/**
 * Looks for what no other job brings to its end: payments whose job is lost are posted or reversed here, and what
 * contradicts itself is shown to administrators and logged when it is found. Nothing of that is corrected by guess.
 */
export const reconcilePayments = recurring('payments.reconcile', {
  every: { hours: 1 },
  perPractice: async (services: PaymentServices, { id: licenseeId }: Licensee) => {
    const { db, now, log } = services
    const at = now()
    const before = new Date(at.getTime() - lateAfterMs)
    await noteContradictions(services, { licenseeId, before, at })
    for (const payment of await latePayments(db, { licenseeId, before })) {
      log.warn({ licensee: licenseeId, payment: payment.id }, 'a payment is late in the record')
      // One that the record server does not take must not hold up the others.
      await finish(services, payment).catch((error: unknown) =>
        log.error({ err: error, licensee: licenseeId, payment: payment.id }, 'a late payment waits for the next run'),
      )
    }
  },
})

function finish(services: PaymentServices, payment: Payment): Promise<void> {
  return payment.state === 'approved' ? post(services, payment) : reverse(services, payment)
}

async function noteContradictions(
  { db, publish, log }: PaymentServices,
  { licenseeId, before, at }: { licenseeId: string; before: Date; at: Date },
): Promise<void> {
  const stored = await storedContradictions(db, licenseeId)
  const current = await contradictionsIn(db, { licenseeId, before })
  const isIn = (list: readonly Contradiction[], { kind, subject }: Contradiction) =>
    list.some((each) => each.kind === kind && each.subject === subject)
  const fresh = current.filter((each) => !isIn(stored, each))
  const gone = stored.filter((each) => !isIn(current, each))
  for (const each of fresh) {
    const { kind, subject } = each
    log.error({ licensee: licenseeId, kind, payment: subject }, 'a payment contradicts itself')
    await storeContradiction(db, { ...each, licenseeId, detectedAt: at })
  }
  for (const each of gone) await removeContradiction(db, each)
  if (fresh.length + gone.length > 0) publish([practicePaymentsTopic(licenseeId)])
}
