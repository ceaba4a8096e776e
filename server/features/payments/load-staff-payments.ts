import type { BlockList } from '../../../schemas/block.ts'
import type { Licensee } from '../../licensees/licensee.ts'
import { moneyText } from '../../practice/billing/charges.rules.ts'
import { patientNames } from '../../practice/patient-names.ts'
import type { NewStaffTask } from '../../practice/staff-tasks.ts'
import type { Context } from '../../protocol/context.ts'
import type { PatientRef } from '../../protocol/principal.ts'
import { storedContradictions } from './contradictions.store.ts'
import { failedPlans } from './installments/installments.store.ts'
import { stoppedShownForMs } from './installments/load-installments.ts'
import { ageChangesAt } from './payment-ages.rules.ts'
import { practicePaymentsTopic, type PaymentServices } from './payments-services.ts'
import { openPayments } from './payments.store.ts'
import { happenedText, openCount, staffPaymentsBlocks } from './staff-payments.screens.ts'

type StaffServices = Pick<PaymentServices, 'db' | 'emrOf' | 'cardsOf'>

/** The payments without an end, those to check, and installments that stopped, with the names of the patients. */
export async function loadStaffPayments(context: Context, services: StaffServices): Promise<BlockList> {
  const { db, cardsOf } = services
  const { id: licenseeId, timeZone } = context.licensee
  const now = context.now()
  const after = new Date(now.getTime() - stoppedShownForMs)
  const [open, contradictions, stopped] = await Promise.all([
    readOpen(context, services),
    storedContradictions(db, licenseeId),
    failedPlans(db, { licenseeId, after }),
  ])
  for (const { changedAt } of open) context.changesAt(ageChangesAt(changedAt, now))
  for (const { detectedAt } of contradictions) context.changesAt(ageChangesAt(detectedAt, now))
  const nameOf = await patientNames(
    services.emrOf(context.licensee),
    [open, contradictions, stopped].flat().map(({ patientId }) => patientId),
  )
  return staffPaymentsBlocks({
    open,
    contradictions,
    stopped,
    nameOf,
    now,
    timeZone,
    asksProcessor: cardsOf(context.licensee) !== undefined,
  })
}

/** The payments of one patient without an end; nothing if there are none. */
export async function loadPatientPayments(
  context: Context,
  services: StaffServices,
  { id, firstName, lastName, emrId }: PatientRef,
): Promise<BlockList> {
  const now = context.now()
  const open = (await readOpen(context, services)).filter(({ patientId }) => patientId === id)
  for (const { changedAt } of open) context.changesAt(ageChangesAt(changedAt, now))
  if (open.length === 0) return []
  return staffPaymentsBlocks({
    open,
    contradictions: [],
    stopped: [],
    nameOf: () => ({ name: `${firstName} ${lastName}`, number: `Record ${emrId}` }),
    now,
    timeZone: context.licensee.timeZone,
    asksProcessor: services.cardsOf(context.licensee) !== undefined,
  })
}

/** What the card on the dashboard of administrators counts: the open payments and those to check. */
export async function countStaffPayments(context: Context, services: StaffServices) {
  const [open, toCheck] = await Promise.all([
    readOpen(context, services),
    storedContradictions(services.db, context.licensee.id),
  ])
  return openCount(open.length, toCheck.length)
}

async function readOpen(context: Context, { db }: StaffServices) {
  const licenseeId = context.licensee.id
  context.dependsOn(practicePaymentsTopic(licenseeId))
  const { payments, nextAt } = await openPayments(db, { licenseeId, now: context.now() })
  if (nextAt) context.changesAt(nextAt)
  return payments
}

/** The payments without an end as tasks of the staff. */
export async function paymentTasks(
  { db }: Pick<StaffServices, 'db'>,
  { id: licenseeId }: Licensee,
  now: Date,
): Promise<NewStaffTask[]> {
  const { payments } = await openPayments(db, { licenseeId, now })
  return payments.map(({ id, patientId, amountCents, state, changedAt }) => ({
    licenseeId,
    kind: 'payment',
    key: id,
    patientId,
    detail: `${moneyText(amountCents)} · ${happenedText(state)}`,
    at: changedAt,
  }))
}
