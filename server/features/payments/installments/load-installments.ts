import type { BlockList } from '../../../../schemas/block.ts'
import { todayAt } from '../../../identity/today.ts'
import type { ChargePayments } from '../../../practice/extension-points.ts'
import { billPayers } from '../../../practice/offered.ts'
import { payingPerson } from '../../../practice/billing/paying-person.ts'
import type { Db } from '../../../db/open.ts'
import { anyAccountById } from '../../../identity/account.store.ts'
import type { Context } from '../../../protocol/context.ts'
import type { PatientKey } from '../../../protocol/principal.ts'
import { billsTopic } from '../../../practice/billing/bill-topics.ts'
import { loadOwnBill } from '../own-bill.ts'
import { savedCardsOf } from '../own-cards.ts'
import type { PaymentServices } from '../payments-services.ts'
import { installmentsButton, planOfOther, planSection, runningText, stoppedNotice } from './installments.blocks.ts'
import { installmentsOffered } from './installments.rules.ts'
import type { InstallmentActions, InstallmentsPage } from './installments.screens.ts'
import { installmentsOf, plansOf, runningPlan } from './installments.store.ts'

interface Parts {
  services: PaymentServices
  actions: InstallmentActions
}

/** How long a practice and a payer see that an agreement has stopped. */
export const stoppedShownForMs = 60 * 24 * 3_600_000

/** What a patient's bills show of installments; nothing for guests. */
export async function loadOnBilling(
  context: Context,
  { services: { db }, actions }: Parts,
): Promise<Pick<ChargePayments, 'notices' | 'agreed' | 'waysToPay'>> {
  const person = payingPerson(context)
  if (person.kind === 'guest') return { notices: [], agreed: [], waysToPay: () => [] }
  const [latest] = await plansOf(db, person)
  const isOwn = latest?.payer === person.payer
  if (latest?.state === 'running') {
    if (!isOwn) return { notices: [], agreed: [planOfOther()], waysToPay: () => [] }
    const installments = await installmentsOf(db, latest.id)
    const { timeZone } = context.licensee
    const section = planSection({ plan: latest, installments, stop: actions.stop, timeZone })
    return { notices: [], agreed: [section], waysToPay: () => [] }
  }
  const isRecent = latest && context.now().getTime() - latest.changedAt.getTime() < stoppedShownForMs
  return {
    notices: isOwn && isRecent ? stoppedNotice(latest) : [],
    agreed: [],
    waysToPay: installmentsOffered(context) ? installmentsButton : () => [],
  }
}

/** The person's running agreement, for a page that stays when billing is switched off: it can be stopped there too. */
export async function loadInSettings(context: Context, { services: { db }, actions }: Parts): Promise<BlockList> {
  const person = payingPerson(context)
  if (billPayers.admits(context.principal)) context.dependsOn(billsTopic(person))
  const plan = await runningPlan(db, person)
  if (plan?.payer !== person.payer) return []
  const installments = await installmentsOf(db, plan.id)
  return [planSection({ plan, installments, stop: actions.stop, timeZone: context.licensee.timeZone })]
}

/** Reads what the screen for a new agreement shows. */
export async function loadInstallmentsPage(
  context: Context,
  { services, actions }: Parts,
  chosen: string | undefined,
): Promise<InstallmentsPage> {
  const person = payingPerson(context)
  const [bill, plan, cards] = await Promise.all([
    loadOwnBill(context, services, { person }),
    runningPlan(services.db, person),
    savedCardsOf(context, services, person),
  ])
  const { amountCents: totalCents } = bill
  return { actions, totalCents, cards, chosen, hasPlan: plan !== undefined, today: todayAt(context) }
}

/** The running agreement of a patient in words, for the staff. */
export async function runningInWords(
  db: Db,
  { timeZone, ...key }: PatientKey & { timeZone: string },
): Promise<string[]> {
  const plan = await runningPlan(db, key)
  if (!plan) return []
  const [installments, payer] = await Promise.all([installmentsOf(db, plan.id), anyAccountById(db, plan.accountId)])
  return [runningText({ plan, installments, payer, timeZone })]
}
