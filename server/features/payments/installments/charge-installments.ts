import type { Charge } from '../../../gateways/emr/billing/billing.ts'
import { anyAccountById, patientsOf } from '../../../identity/account.store.ts'
import { recurring } from '../../../jobs/job.ts'
import type { Licensee } from '../../../licensees/licensee.ts'
import { areUnchanged, payable, payingAmount } from '../../../practice/billing/charges.rules.ts'
import { mayPayWith } from '../../../practice/billing/payer-rights.rules.ts'
import { parts } from '../../../practice/offered.ts'
import { dayOf } from '../../../protocol/time-words.ts'
import { billsTopic } from '../../../practice/billing/bill-topics.ts'
import { cardOwner } from '../own-cards.ts'
import { pay } from '../pay.ts'
import { practicePaymentsTopic, type PaymentServices } from '../payments-services.ts'
import { encryptDetails } from '../receipt-details.ts'
import { allocate, cardText, oldestFirst } from '../payments.rules.ts'
import { pendingParts, readPayment, type Payment } from '../payments.store.ts'
import { endOne, stopOne, stopRefunded } from './end-plans.ts'
import { openStates } from './installment-states.rules.ts'
import {
  agreedOnly,
  chargeTime,
  daysAtEnd,
  isMissed,
  referenceOf,
  reminderTime,
  retryTime,
  stillOwed,
  triedAgainAfterMs,
} from './installments.rules.ts'
import {
  claimInstallment,
  dueInstallments,
  installmentsOf,
  installmentsToRemind,
  moveInstallment,
  postponeInstallment,
  takeReminder,
  type InstallmentPlan,
  type PlannedInstallment,
} from './installments.store.ts'
import { notifyPayer } from './notify-payer.ts'

/**
 * Sends the reminders of installments, and charges those that are due. An installment is charged at most once: the
 * reference of its payment is known before, so that a payment of a process that was killed is followed to its end. What
 * is late does not catch up with the payer's money: it moves to the end.
 */
export const chargeInstallments = recurring('payments.chargeInstallments', {
  every: { minutes: 5 },
  perPractice: async (services: PaymentServices, licensee: Licensee) => {
    const { db, now, log } = services
    const due = { licenseeId: licensee.id, at: now() }
    const failed = (error: unknown) =>
      log.error({ err: error, licensee: licensee.id }, 'an installment waits for the next run')
    for (const planned of await installmentsToRemind(db, due))
      await remind(services, { licensee, ...planned }).catch(failed)
    for (const planned of await dueInstallments(db, due))
      await chargeDue(services, { licensee, ...planned }).catch(failed)
  },
})

interface Due extends PlannedInstallment {
  licensee: Licensee
}

async function remind(services: PaymentServices, { licensee, plan, installment }: Due): Promise<void> {
  const { db, jobs } = services
  const charges = await chargesOf(services, { licensee, plan })
  const { remindAt, planId, number } = installment
  if (!remindAt) return
  if (stillOwed(charges, plan.billIds) === 0) return end(services, plan)
  await db.transaction(async (tx) => {
    if (await takeReminder(tx, { planId, number, remindAt }))
      await jobs.add(tx, notifyPayer, { planId, what: 'due', number })
  })
}

async function chargeDue(services: PaymentServices, due: Due): Promise<void> {
  const { db, publish } = services
  const { plan, installment } = due
  const reference = referenceOf(installment)
  const earlier = await readPayment(db, reference)
  if (!earlier) await payDue(services, due, reference)
  const payment = earlier ?? (await readPayment(db, reference))
  if (!payment) return
  await conclude(services, due, payment)
  publish([billsTopic(plan), practicePaymentsTopic(plan.licenseeId)])
}

/** Pays one installment, or ends its agreement. Does nothing while somebody is paying one of its charges. */
async function payDue(services: PaymentServices, due: Due, reference: string): Promise<void> {
  const { db } = services
  const { licensee, plan, installment } = due
  const { licenseeId, patientId, payer, accountId, billIds } = plan
  if (plan.state !== 'running') return void (await moveInstallment(db, installment, { event: 'stop' }))
  // A process was killed before it had stored the payment.
  if (installment.state === 'paying') await moveInstallment(db, installment, { event: 'release' })
  const account = await payerAccount(services, plan)
  if (!account) return stop(services, plan, 'access')
  const { kind, firstName, lastName } = account
  const pending = await pendingParts(db, plan) // before the record, see pendingCents
  const charges = await chargesOf(services, due)
  if (stillOwed(charges, billIds) === 0) return end(services, plan)
  if (isMissed(installment, dayOf(services.now(), licensee.timeZone))) return postponeMissed(services, due)
  const agreed = agreedOnly(charges, billIds)
  const cards = services.cardsOf(licensee)
  if (!cards || pending.some(({ billId }) => billIds.includes(billId))) return
  const owner = cardOwner(services, plan)
  const card = (await cards.savedCards(patientId)).find(
    (each) => each.id === plan.cardId && mayPayWith(each, { kind, owner }),
  )
  if (!card) return stop(services, plan, 'card')
  const open = oldestFirst(payable(agreed, pending))
  const amountCents = Math.min(installment.amountCents, payingAmount(charges, open, pending))
  if (amountCents === 0) return // what is being paid elsewhere is all that is owed
  if (!(await claimInstallment(db, installment))) return
  await pay(services, {
    payment: {
      id: reference,
      licenseeId,
      patientId,
      payer,
      accountId,
      amountCents,
      card: cardText(card),
      network: null,
      receiptTo: null,
      origin: plan.origin,
      createdAt: services.now(),
      receiptDetails: encryptDetails(services.encryption, {
        of: plan,
        paidBy: `${firstName} ${lastName}`,
        charges: open,
      }),
      charges: allocate(amountCents, open),
    },
    isStillOwed: async (others) => {
      const now = await chargesOf(services, due)
      return areUnchanged(open, now) && payingAmount(now, open, others) >= amountCents
    },
    charge: (processor, sent) =>
      processor.payWithSavedCard({ reference: sent, patientId, amountCents, token: card.token }),
  })
}

/**
 * The account if it may still pay for the patient: an authorization may have ended or been limited. A practice that
 * disables a patient decides about running agreements then.
 */
async function payerAccount(
  { db, now }: PaymentServices,
  { accountId, patientId }: InstallmentPlan,
): Promise<{ kind: 'patient' | 'guardian'; firstName: string; lastName: string } | undefined> {
  const account = await anyAccountById(db, accountId)
  if (!account || account.kind === 'admin') return undefined
  const acting = await patientsOf(db, { accountId, at: now(), evenDisabled: true })
  const access = acting.find((each) => each.patientId === patientId)
  return access && (access.scope?.includes(parts.billing) ?? true) ? { ...account, kind: account.kind } : undefined
}

/** Stores what the payment of an installment has come to. A payment without an end is looked up elsewhere. */
async function conclude(services: PaymentServices, due: Due, payment: Payment): Promise<void> {
  switch (payment.state) {
    case 'created':
    case 'sent':
    case 'unknown':
      return
    case 'approved':
    case 'posted':
      return paid(services, due, payment)
    case 'reversing':
    case 'refunded':
      return services.db.transaction((tx) => stopRefunded(tx, services, payment.id))
    case 'declined':
      return payment.declineReason === null ? notCharged(services, due) : declined(services, due)
  }
}

async function paid(
  services: PaymentServices,
  { plan, installment }: Due,
  { amountCents: paidCents }: Payment,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    if (!(await moveInstallment(tx, installment, { event: 'pay', paidCents }))) return
    const isLast = (await installmentsOf(tx, plan.id)).every(({ state }) => !openStates.includes(state))
    if (isLast) await endOne(tx, services, plan)
  })
}

/** The processor could not be reached. */
async function notCharged({ db, now }: PaymentServices, { installment }: Due): Promise<void> {
  const tryAt = new Date(now().getTime() + triedAgainAfterMs)
  await moveInstallment(db, installment, { event: 'release', attempts: installment.attempts + 1, tryAt })
}

async function declined(services: PaymentServices, { licensee, plan, installment }: Due): Promise<void> {
  const { db, now, jobs } = services
  const { planId, number, attempts, declines } = installment
  await db.transaction(async (tx) => {
    if (declines > 0) {
      await moveInstallment(tx, installment, { event: 'decline', declines: declines + 1 })
      await stopOne(tx, services, { id: plan.id, reason: 'declined' })
      return
    }
    const tryAt = retryTime(dayOf(now(), licensee.timeZone), licensee.timeZone)
    if (await moveInstallment(tx, installment, { event: 'release', attempts: attempts + 1, declines: 1, tryAt }))
      await jobs.add(tx, notifyPayer, { planId, what: 'declined', number })
  })
}

/** Moves all missed installments of an agreement behind its other ones, and notifies the payer. */
async function postponeMissed(services: PaymentServices, { licensee: { timeZone }, plan }: Due): Promise<void> {
  const { db, now, jobs } = services
  const today = dayOf(now(), timeZone)
  await db.transaction(async (tx) => {
    const all = await installmentsOf(tx, plan.id)
    const missed = all.filter((each) => each.state === 'waiting' && isMissed(each, today))
    const days = daysAtEnd(all, { count: missed.length, today })
    const postponed: { from: string; to: string }[] = []
    for (const [at, { planId, number, dueOn: from }] of missed.entries()) {
      const to = days[at] ?? from
      const remindAt = reminderTime(to, { timeZone, now: now() }) ?? null
      const isMoved = await postponeInstallment(
        tx,
        { planId, number },
        { dueOn: to, tryAt: chargeTime(to, timeZone), remindAt },
      )
      if (isMoved) postponed.push({ from, to })
    }
    if (postponed.length > 0) await jobs.add(tx, notifyPayer, { planId: plan.id, what: 'postponed', postponed })
  })
}

async function stop(services: PaymentServices, plan: InstallmentPlan, reason: 'access' | 'card'): Promise<void> {
  await services.db.transaction((tx) => stopOne(tx, services, { id: plan.id, reason }))
  services.publish([billsTopic(plan), practicePaymentsTopic(plan.licenseeId)])
}

async function end(services: PaymentServices, plan: InstallmentPlan): Promise<void> {
  await services.db.transaction((tx) => endOne(tx, services, plan))
  services.publish([billsTopic(plan)])
}

async function chargesOf(
  { emrOf }: PaymentServices,
  { licensee, plan }: { licensee: Licensee; plan: InstallmentPlan },
): Promise<readonly Charge[]> {
  const record = await emrOf(licensee).bills(plan.patientId)
  if (!record) throw new Error('the record server does not know the patient of an agreement')
  return record.charges
}
