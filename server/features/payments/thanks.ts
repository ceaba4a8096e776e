import type { BlockList } from '../../../schemas/block.ts'
import { EmrError } from '../../gateways/emr/emr.errors.ts'
import { payingPerson } from '../../practice/billing/paying-person.ts'
import { text } from '../../protocol/block-builders.ts'
import type { Context } from '../../protocol/context.ts'
import { loadOwnBill } from './own-bill.ts'
import { paidBlocks, printReceipt, type Paid } from './paid.blocks.ts'
import type { PaymentServices } from './payments-services.ts'
import type { Payment } from './payments.store.ts'

export async function loadPaid(context: Context, services: PaymentServices, payment: Payment): Promise<Paid> {
  const person = payingPerson(context)
  const { firstName, lastName } = person.patient
  const bill = await loadOwnBill(context, services, { person }).catch((error: unknown) => {
    if (error instanceof EmrError) return undefined
    throw error
  })
  return {
    payment,
    patient: `${firstName} ${lastName}`,
    owedCents: bill?.dueCents,
    timeZone: context.licensee.timeZone,
  }
}

/** The sentence is that of specification 2 §2.6, letter for letter. */
export function thanksBlocks(paid: Paid): BlockList {
  return [
    ...paidBlocks(paid, [text('thanks', 'Your Payment is Successfull. Thank You')]),
    printReceipt(paid.payment.id),
  ]
}
