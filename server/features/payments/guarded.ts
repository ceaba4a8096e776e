import { billPayers, paymentsOffered } from '../../practice/offered.ts'

export const guarded = {
  guard: billPayers,
  offered: paymentsOffered,
  off: { what: 'Paying by card', outcome: 'Nothing was charged.' },
} as const
