import type { Charge } from '../../gateways/emr/billing.ts'
import {
  balanceOf,
  owedFor,
  payable,
  payingAmount,
  pendingCents,
  type PendingPart,
} from '../../practice/charges.rules.ts'
import { chargesOf } from '../../practice/chosen-charges.ts'
import type { Context } from '../../protocol/context.ts'
import { payingPerson, type PayingPerson } from '../../practice/paying-person.ts'
import { billsTopic, type PaymentServices } from './payments-services.ts'
import { oldestFirst } from './payments.rules.ts'
import { pendingParts } from './payments.store.ts'

/** What a person is about to pay. */
export interface OwnBill {
  licenseeId: string
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
  /** The most that the balance allows, in cents. */
  mostCents: number
}

/** Reads what the patient owes now. `bills` are the chosen charges, as in addresses; undefined for all. */
export async function loadOwnBill(
  context: Context,
  { db, emrOf }: Pick<PaymentServices, 'db' | 'emrOf'>,
  bills: string | undefined,
): Promise<OwnBill> {
  const person = payingPerson(context)
  const { patient } = person
  const of = { licenseeId: context.licensee.id, patientId: patient.id }
  context.dependsOn(billsTopic(of))
  const pending = await pendingParts(db, of) // before the record, see pendingCents
  const record = await emrOf(context.licensee).bills(patient.id)
  const charges = record?.charges ?? []
  const open = oldestFirst(payable(charges, pending))
  const { chosen, isStale } = bills === undefined ? { chosen: open, isStale: false } : chargesOf(bills, open)
  return {
    licenseeId: of.licenseeId,
    person,
    balanceCents: balanceOf(charges),
    dueCents: balanceOf(charges) - pendingCents(pending, charges),
    payable: [...chosen, ...open.filter((charge) => !chosen.includes(charge))],
    chosen,
    isStale,
    amountCents: payingAmount(charges, chosen, pending),
    mostCents: payingAmount(charges, open, pending),
  }
}

/** Whether a bill that was read before is what the patient owes now. `pending` is being paid by others. */
export async function isUnchanged(
  context: Context,
  { emrOf }: Pick<PaymentServices, 'emrOf'>,
  { bill, pending }: { bill: OwnBill; pending: readonly PendingPart[] },
): Promise<boolean> {
  const charges = (await emrOf(context.licensee).bills(bill.person.patient.id))?.charges ?? []
  const owed = new Map(charges.map((charge) => [charge.id, owedFor(charge)]))
  const isSame = bill.payable.every((charge) => owed.get(charge.id) === owedFor(charge))
  return isSame && balanceOf(charges) - pendingCents(pending, charges) === bill.dueCents
}
