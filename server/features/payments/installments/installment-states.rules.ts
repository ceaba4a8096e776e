import type { Transition } from '../transition.ts'

/** `ended`: all is paid, or nothing is owed. `stopped`: something is left to pay, and the card is not charged again. */
export type PlanState = 'running' | 'ended' | 'stopped'
export type PlanEvent = 'end' | 'stop'

/**
 * `paying`: a payment with its reference exists, or is about to. `stopped`, `not owed`: it ended with its agreement.
 * `refunded`: it was paid, and the office has given the money back.
 */
export type InstallmentState = 'waiting' | 'paying' | 'paid' | 'refunded' | 'declined' | 'stopped' | 'not owed'

/**
 * `claim`: it is charged next. `release`: that charged nothing, and it is tried again. `pay`, `decline`, `refund`: what
 * its payment has come to. `stop`, `waive`: its agreement has stopped, or nothing is owed any more.
 */
export type InstallmentEvent = 'claim' | 'release' | 'pay' | 'decline' | 'refund' | 'stop' | 'waive'

/** Every change of an agreement. */
export const planTransitions: readonly Transition<PlanState, PlanEvent>[] = [
  { from: ['running'], on: 'end', to: 'ended' },
  { from: ['running'], on: 'stop', to: 'stopped' },
]

/** Every change of an installment. */
export const installmentTransitions: readonly Transition<InstallmentState, InstallmentEvent>[] = [
  { from: ['waiting'], on: 'claim', to: 'paying' },
  { from: ['paying'], on: 'release', to: 'waiting' },
  { from: ['paying'], on: 'pay', to: 'paid' },
  { from: ['paying'], on: 'decline', to: 'declined' },
  { from: ['paying', 'paid'], on: 'refund', to: 'refunded' },
  { from: ['waiting', 'paying'], on: 'stop', to: 'stopped' },
  { from: ['waiting'], on: 'waive', to: 'not owed' },
]

/** Something may still be charged for these installments. */
export const openStates: readonly InstallmentState[] = ['waiting', 'paying']
