import type { Db } from '../../../db/open.ts'
import type { PaymentServices } from '../payments-services.ts'
import { installmentOf } from './installments.rules.ts'
import { endPlan, moveInstallment, stopPlan, stopPlansOf, type StopReason } from './installments.store.ts'
import { notifyPayer } from './notify-payer.ts'

type EndServices = Pick<PaymentServices, 'jobs' | 'now'>

/** Stops an agreement and notifies the payer. Returns false if it is not running. */
export async function stopOne(
  tx: Db,
  { jobs, now }: EndServices,
  { id: planId, reason }: { id: string; reason: StopReason },
): Promise<boolean> {
  const isStopped = await stopPlan(tx, { id: planId, reason, at: now() })
  if (isStopped) await jobs.add(tx, notifyPayer, { planId, what: 'stopped' })
  return isStopped
}

interface Ended {
  licenseeId: string
  patientId: string
  /** Of one account. */
  accountId?: number
  /** With one card. */
  cardId?: string
  reason: StopReason
}

/** Stops the agreements for a patient of one account, or with one card. */
export async function stopThose(tx: Db, { jobs, now }: EndServices, those: Ended): Promise<void> {
  for (const planId of await stopPlansOf(tx, { ...those, at: now() }))
    await jobs.add(tx, notifyPayer, { planId, what: 'stopped' })
}

/** Ends an agreement with nothing left to pay. */
export async function endOne(tx: Db, { jobs, now }: EndServices, { id: planId }: { id: string }): Promise<void> {
  if (await endPlan(tx, { id: planId, at: now() })) await jobs.add(tx, notifyPayer, { planId, what: 'ended' })
}

/**
 * The office has given the money of a payment back: if it was that of an installment, its agreement stops. Nothing is
 * taken again without a new one.
 */
export async function stopRefunded(tx: Db, services: EndServices, paymentId: string): Promise<void> {
  const installment = installmentOf(paymentId)
  if (installment && (await moveInstallment(tx, installment, { event: 'refund' })))
    await stopOne(tx, services, { id: installment.planId, reason: 'refunded' })
}
