import type { BlockList } from '../../../schemas/block.ts'
import { EmrError } from '../../gateways/emr/emr.errors.ts'
import type { Context } from '../../protocol/context.ts'
import { storedContradictions } from './contradictions.store.ts'
import { failedPlans } from './installments/installments.store.ts'
import { stoppedShownForMs } from './installments/load-installments.ts'
import { ageChangesAt } from './payment-ages.rules.ts'
import { practicePaymentsTopic, type PaymentServices } from './payments-services.ts'
import { openPayments } from './payments.store.ts'
import { openCount, staffPaymentsBlocks, type PatientName } from './staff-payments.screens.ts'

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
  const names = await patientNames(
    context,
    services,
    [open, contradictions, stopped].flat().map(({ patientId }) => patientId),
  )
  return staffPaymentsBlocks({
    open,
    contradictions,
    stopped,
    nameOf: (patientId) => names.get(patientId) ?? unknownName(patientId),
    now,
    timeZone,
    asksProcessor: cardsOf(context.licensee) !== undefined,
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

/** Without the names that the record server does not give: its failure is often why somebody looks at payments. */
async function patientNames(
  { licensee }: Context,
  { emrOf }: StaffServices,
  patientIds: readonly string[],
): Promise<Map<string, PatientName>> {
  const emr = emrOf(licensee)
  const patients = await Promise.all(
    [...new Set(patientIds)].map((id) =>
      emr.patient(id).catch((error: unknown) => {
        if (error instanceof EmrError) return undefined
        throw error
      }),
    ),
  )
  return new Map(
    patients.flatMap((patient) => {
      if (!patient) return []
      const { id, firstName, lastName, emrId } = patient
      return [[id, { name: `${firstName} ${lastName}`, number: `Record ${emrId}` }]]
    }),
  )
}

function unknownName(patientId: string): PatientName {
  return { name: 'Name not available', number: `Patient number ${patientId}` }
}
