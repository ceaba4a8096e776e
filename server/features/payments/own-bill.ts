import type { Charge } from '../../gateways/emr/billing.ts'
import { balanceOf, payable, payingAmount } from '../../practice/charges.rules.ts'
import type { Context } from '../../protocol/context.ts'
import { payingPerson, type PayingPerson } from '../../practice/paying-person.ts'
import { billsTopic, type PaymentServices } from './payments-services.ts'
import { oldestFirst } from './payments.rules.ts'
import { chargesUnderWay } from './payments.store.ts'

/** What a person is about to pay. */
export interface OwnBill {
  licenseeId: string
  /** Who pays, and for whom. */
  person: PayingPerson
  /** The patient's balance, in cents. */
  balanceCents: number
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

/** Reads what the patient owes now. `bills` are the ids of the chosen charges, joined by dots; undefined for all. */
export async function loadOwnBill(
  context: Context,
  { db, emrOf }: Pick<PaymentServices, 'db' | 'emrOf'>,
  bills: string | undefined,
): Promise<OwnBill> {
  const person = payingPerson(context)
  const { patient } = person
  const of = { licenseeId: context.licensee.id, patientId: patient.id }
  context.dependsOn(billsTopic(of))
  const [record, underWay] = await Promise.all([emrOf(context.licensee).bills(patient.id), chargesUnderWay(db, of)])
  const charges = record?.charges ?? []
  const open = oldestFirst(payable(charges, underWay))
  const ids = bills?.split('.')
  const chosen = ids ? open.filter(({ id }) => ids.includes(id)) : open
  return {
    licenseeId: of.licenseeId,
    person,
    balanceCents: balanceOf(charges),
    payable: [...chosen, ...open.filter((charge) => !chosen.includes(charge))],
    chosen,
    isStale: ids !== undefined && chosen.length < new Set(ids).size,
    amountCents: payingAmount(charges, chosen),
    mostCents: payingAmount(charges, open),
  }
}
