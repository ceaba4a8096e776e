import { billingOffered, offTexts } from '../../practice/offered.ts'
import { patientsAndGuardians } from '../../protocol/guard.ts'
import type { Reads } from '../../protocol/trace.ts'
import { hasCardKey } from './payments.rules.ts'

/** Paying needs billing, and a card processor (specification 2 §6). */
export function paymentsOffered(reads: Pick<Reads, 'setting' | 'principal'>): boolean {
  return billingOffered(reads) && hasCardKey(reads)
}

export const guarded = { guard: patientsAndGuardians, offered: paymentsOffered, off: offTexts.payments } as const
