import type { Effect } from '../../../../schemas/effect.ts'
import { portalBase } from '../../../identity/email-content.ts'
import { todayAt } from '../../../identity/today.ts'
import { practiceName } from '../../../licensees/practice-name.ts'
import { maySee } from '../../../practice/billing/payer-rights.rules.ts'
import { payingPerson } from '../../../practice/billing/paying-person.ts'
import { paths } from '../../../practice/paths.ts'
import { noteInTransaction } from '../../../protocol/audit.ts'
import { action, type ActionContext } from '../../../protocol/definitions.ts'
import { Failure } from '../../../protocol/failure.ts'
import { patientsAndGuardians } from '../../../protocol/guard.ts'
import { addDays, dateText } from '../../../protocol/time-words.ts'
import { billsTopic } from '../../../practice/billing/bill-topics.ts'
import { loadOwnBill } from '../own-bill.ts'
import { ownCard } from '../own-cards.ts'
import { newReference } from '../pay.ts'
import { emailOf } from '../../../identity/email-of.ts'
import type { PaymentServices } from '../payments-services.ts'
import { chargeInstallments } from './charge-installments.ts'
import { stopOne } from './end-plans.ts'
import { agreeCodes, AgreeInput, installmentsCodes, InstallmentsInput, PlanInput } from './installments.inputs.ts'
import {
  chargeTime,
  installmentsOffered,
  isEnoughForInstallments,
  isFirstDay,
  latestFirstDays,
  partsOf,
  reminderTime,
} from './installments.rules.ts'
import {
  agreedDialog,
  changedDialog,
  hasPlanDialog,
  previewDialog,
  type InstallmentActions,
} from './installments.screens.ts'
import { insertPlan, readPlan, runningPlan, type NewPlan } from './installments.store.ts'
import { notifyPayer } from './notify-payer.ts'

export const guardedInstallments = {
  guard: patientsAndGuardians,
  offered: installmentsOffered,
  off: { what: 'Paying in installments', outcome: 'Nothing was agreed.' },
} as const
const refresh: Effect = { type: 'refresh', what: 'screen' }
const limit = { perAddress: 60 } as const

/** Agreeing to installments, and stopping them. */
export function installmentActions(services: PaymentServices): InstallmentActions {
  const agree = action({
    ...guardedInstallments,
    name: 'payments.agreeInstallments',
    about: 'Agreed to pay in installments with a saved card',
    input: AgreeInput,
    codes: { ...installmentsCodes, ...agreeCodes },
    limit,
    run: (context, input) => agreeTo(services, context, input),
  })
  return {
    agree,
    preview: action({
      ...guardedInstallments,
      name: 'payments.previewInstallments',
      about: 'Saw the dates and amounts of installments before agreeing',
      actions: [agree],
      repeatable: true,
      input: InstallmentsInput,
      codes: installmentsCodes,
      limit,
      run: async (context, input) => {
        const { count, firstOn: first, card: opaqueId } = input
        checkFirstDay(context, first)
        const person = payingPerson(context)
        const card = await ownCard(context, services, { person, card: opaqueId })
        const { amountCents: totalCents } = await loadOwnBill(context, services, { person })
        if (!isEnoughForInstallments(totalCents)) return [refresh]
        const parts = partsOf(totalCents, { first, count })
        const practice = practiceName(context)
        return [{ type: 'open', dialog: previewDialog({ agree, parts, totalCents, card, practice, input }) }]
      },
    }),
    // Stopping stays when new agreements, or card payments, are switched off.
    stop: action({
      guard: patientsAndGuardians,
      name: 'payments.stopInstallments',
      about: 'Stopped the own installments',
      input: PlanInput,
      limit,
      run: async (context, { plan: id }) => {
        const { db } = services
        const person = payingPerson(context)
        const plan = await readPlan(db, id)
        const isOwn = plan !== undefined && maySee(person, plan) && plan.payer === person.payer
        const isStopped =
          isOwn &&
          (await db.transaction(async (tx) => {
            if (!(await stopOne(tx, services, { id, reason: 'payer' }))) return false
            await noteInTransaction(tx, context, { subject: id })
            return true
          }))
        if (!isStopped) throw new Failure('payments.noPlan', { status: 404 })
        context.publish([billsTopic(plan)])
        return [refresh, { type: 'notify', tone: 'success', text: 'Your installments have stopped.' }]
      },
    }),
  }
}

function checkFirstDay(context: ActionContext, day: string): void {
  const today = todayAt(context)
  if (isFirstDay(day, today)) return
  const latest = dateText(addDays(today, latestFirstDays))
  throw new Failure('payments.firstDay', { pointer: '/firstOn', params: { latest } })
}

async function agreeTo(services: PaymentServices, context: ActionContext, input: AgreeInput): Promise<Effect[]> {
  const { db, jobs } = services
  checkFirstDay(context, input.firstOn)
  const person = payingPerson(context)
  const { licenseeId, patientId, accountId } = person
  const card = await ownCard(context, services, { person, card: input.card })
  const { amountCents, chosen } = await loadOwnBill(context, services, { person })
  if (accountId === null) throw new Error('the guard requires an account')
  if (await runningPlan(db, person)) return refused(hasPlanDialog())
  if (amountCents !== input.total || !isEnoughForInstallments(amountCents)) return refused(changedDialog())
  if (!(await emailOf(services, { licensee: context.licensee, accountId })))
    throw new Failure('payments.noEmail', { status: 409 })
  const plan: NewPlan = {
    id: newReference(),
    licenseeId,
    patientId,
    payer: person.payer,
    accountId,
    cardId: card.id,
    brand: card.brand,
    lastFour: card.lastFour,
    billIds: chosen.map(({ id }) => id),
    agreedAt: context.now(),
    origin: portalBase(context),
    installments: installmentsFor(context, { ...input, totalCents: amountCents }),
  }
  const isMade = await db.transaction(async (tx) => {
    if (!(await insertPlan(tx, plan))) return false
    await jobs.add(tx, notifyPayer, { planId: plan.id, what: 'agreed' })
    await noteInTransaction(tx, context, { subject: plan.id })
    return true
  })
  if (!isMade) return refused(hasPlanDialog())
  jobs.soon(chargeInstallments, context.licensee.id)
  context.publish([billsTopic(plan)])
  return [
    { type: 'close' },
    { type: 'navigate', to: paths.billing(), replace: true },
    { type: 'open', dialog: agreedDialog({ first: input.firstOn, today: todayAt(context) }) },
  ]
}

function refused(dialog: ReturnType<typeof hasPlanDialog>): Effect[] {
  return [{ type: 'close' }, refresh, { type: 'open', dialog }]
}

function installmentsFor(
  context: ActionContext,
  { count, firstOn: first, totalCents }: { count: number; firstOn: string; totalCents: number },
): NewPlan['installments'] {
  const { timeZone } = context.licensee
  const now = context.now()
  return partsOf(totalCents, { first, count }).map(({ day, amountCents }, at) => ({
    number: at + 1,
    dueOn: day,
    amountCents,
    tryAt: chargeTime(day, timeZone),
    remindAt: reminderTime(day, { timeZone, now }) ?? null,
  }))
}
