import { billPayers, billingOffered, offTexts } from '../../practice/offered.ts'
import type { Reads } from '../../protocol/trace.ts'
import { hasCardKey } from './payments.rules.ts'

/** Paying needs billing, and a card processor; for guests a switch of their own, too (specification 2 §6). */
export function paymentsOffered(reads: Pick<Reads, 'setting' | 'principal'>): boolean {
  const isGuest = reads.principal?.kind === 'guest'
  return billingOffered(reads) && hasCardKey(reads) && (!isGuest || reads.setting('Enable_PayBill_Portal'))
}

export const guarded = { guard: billPayers, offered: paymentsOffered, off: offTexts.payments } as const
