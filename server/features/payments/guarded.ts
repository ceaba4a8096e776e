import { billPayers, offTexts, paymentsOffered } from '../../practice/offered.ts'

export const guarded = { guard: billPayers, offered: paymentsOffered, off: offTexts.payments } as const
