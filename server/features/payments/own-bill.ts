import type { Charge } from '../../gateways/emr/billing.ts'
import { balanceOf, owedFor, payable, payingAmount } from '../../practice/charges.rules.ts'
import { chargesOf } from '../../practice/chosen-charges.ts'
import type { Context } from '../../protocol/context.ts'
import { payingPerson, type PayingPerson } from '../../practice/paying-person.ts'
import { billsTopic, type PaymentServices } from './payments-services.ts'
import { oldestFirst } from './payments.rules.ts'
import { centsUnderWay, chargesUnderWay } from './payments.store.ts'

/** What a person is about to pay. */
export interface OwnBill {
  licenseeId: string
  /** Who pays, and for whom. */
  person: PayingPerson
  /** The patient's balance, in cents. */
  balanceCents: number
  /** The balance without what is being paid and not yet in the record; negative for a credit. */
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
  // Before the record is read: what is settled meanwhile counts twice rather than not at all.
  const [underWay, underWayCents] = await Promise.all([chargesUnderWay(db, of), centsUnderWay(db, of)])
  const record = await emrOf(context.licensee).bills(patient.id)
  const charges = record?.charges ?? []
  const open = oldestFirst(payable(charges, underWay))
  const { chosen, isStale } = bills === undefined ? { chosen: open, isStale: false } : chargesOf(bills, open)
  return {
    licenseeId: of.licenseeId,
    person,
    balanceCents: balanceOf(charges),
    dueCents: balanceOf(charges) - underWayCents,
    payable: [...chosen, ...open.filter((charge) => !chosen.includes(charge))],
    chosen,
    isStale,
    amountCents: payingAmount(charges, chosen, underWayCents),
    mostCents: payingAmount(charges, open, underWayCents),
  }
}

/** Whether a bill that was read before is what the patient owes now. `otherCents` is being paid by others. */
export async function isUnchanged(
  context: Context,
  { emrOf }: Pick<PaymentServices, 'emrOf'>,
  { bill, otherCents }: { bill: OwnBill; otherCents: number },
): Promise<boolean> {
  const charges = (await emrOf(context.licensee).bills(bill.person.patient.id))?.charges ?? []
  const owed = new Map(charges.map((charge) => [charge.id, owedFor(charge)]))
  const isSame = bill.payable.every((charge) => owed.get(charge.id) === owedFor(charge))
  return isSame && balanceOf(charges) - otherCents === bill.dueCents
}
