import type { Charge } from '../../gateways/emr/billing/billing.ts'
import {
  areUnchanged,
  balanceOf,
  isPaidInParts,
  payable,
  payingAmount,
  pendingCents,
  type PendingPart,
} from '../../practice/billing/charges.rules.ts'
import { chargesOf } from '../../practice/billing/chosen-charges.ts'
import type { Context } from '../../protocol/context.ts'
import type { PayingPerson } from '../../practice/billing/paying-person.ts'
import { billsTopic } from '../../practice/billing/bill-topics.ts'
import type { PaymentServices } from './payments-services.ts'
import { oldestFirst } from './payments.rules.ts'
import { pendingParts } from './payments.store.ts'

/** What a person is about to pay. */
export interface OwnBill {
  /** Who pays, and for whom. */
  person: PayingPerson
  /** The patient's balance, in cents. */
  balanceCents: number
  /** The balance without what is pending; negative for a credit. */
  dueCents: number
  /** The charges that can be paid, the chosen ones first, of both the oldest first. */
  payable: Charge[]
  chosen: Charge[]
  /** Charges were chosen that can no longer be paid. */
  isStale: boolean
  /** What is proposed to be paid, in cents. */
  amountCents: number
  /** The chosen charges cost more than one payment can be. */
  isInParts: boolean
  /** The most that the balance allows, in cents. */
  mostCents: number
}

/** Reads what the patient owes now. `bills` are the chosen charges, as in addresses; undefined for all. */
export async function loadOwnBill(
  context: Context,
  { db, emrOf }: Pick<PaymentServices, 'db' | 'emrOf'>,
  { person, bills }: { person: PayingPerson; bills?: string | undefined },
): Promise<OwnBill> {
  context.dependsOn(billsTopic(person))
  const pending = await pendingParts(db, person) // before the record, see pendingCents
  const record = await emrOf(context.licensee).bills(person.patientId)
  const charges = record?.charges ?? []
  const open = oldestFirst(payable(charges, pending))
  const { chosen, isStale } = bills === undefined ? { chosen: open, isStale: false } : chargesOf(bills, open)
  return {
    person,
    balanceCents: balanceOf(charges),
    dueCents: balanceOf(charges) - pendingCents(pending, charges),
    payable: [...chosen, ...open.filter((charge) => !chosen.includes(charge))],
    chosen,
    isStale,
    amountCents: payingAmount(charges, chosen, pending),
    isInParts: isPaidInParts(charges, chosen, pending),
    mostCents: payingAmount(charges, open, pending),
  }
}

/** Whether a bill that was read before is what the patient owes now. `pending` is being paid by others. */
export async function isUnchanged(
  context: Context,
  { emrOf }: Pick<PaymentServices, 'emrOf'>,
  { bill, pending }: { bill: OwnBill; pending: readonly PendingPart[] },
): Promise<boolean> {
  const charges = (await emrOf(context.licensee).bills(bill.person.patientId))?.charges ?? []
  return areUnchanged(bill.payable, charges) && balanceOf(charges) - pendingCents(pending, charges) === bill.dueCents
}
