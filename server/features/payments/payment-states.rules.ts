import type { Transition } from './transition.ts'

/**
 * `created`: stored. `sent`: the processor may have it. `unknown`: it did not answer; it is asked again. `approved`: the
 * card is charged. `posted`: the record has credited it. `reversing`: refunded by the office, and the record may still
 * credit it. `refunded`: also in the record. `declined`: nothing was charged.
 */
export type PaymentState =
  | 'created'
  | 'sent'
  | 'unknown'
  | 'approved'
  | 'posted'
  | 'reversing'
  | 'refunded'
  | 'declined'

/**
 * `withdraw`: what is owed has changed. `send`: the processor is called next. `lose`: it did not answer. `miss`: it has
 * not received the payment, and will refuse it. `approve`, `decline`, `refund`: its answers. `post`, `reverse`: the record
 * server has credited the payment, or has undone that.
 */
export type PaymentEvent = 'withdraw' | 'send' | 'lose' | 'miss' | 'approve' | 'decline' | 'refund' | 'post' | 'reverse'

interface PaymentTransition extends Transition<PaymentState, PaymentEvent> {
  /** Who makes it true. */
  source: 'portal' | 'processor' | 'record server'
}

/** Nothing is known of their charge yet. */
const unresolved = ['created', 'sent', 'unknown'] as const satisfies PaymentState[]

/** Every change of a payment (decision 28). */
export const paymentTransitions: readonly PaymentTransition[] = [
  { from: ['created'], on: 'withdraw', to: 'declined', source: 'portal' },
  { from: ['created'], on: 'send', to: 'sent', source: 'portal' },
  { from: ['created', 'sent'], on: 'lose', to: 'unknown', source: 'portal' },
  { from: unresolved, on: 'miss', to: 'declined', source: 'processor' },
  { from: unresolved, on: 'decline', to: 'declined', source: 'processor' },
  { from: unresolved, on: 'approve', to: 'approved', source: 'processor' },
  { from: unresolved, on: 'refund', to: 'refunded', source: 'processor' },
  { from: ['approved', 'posted'], on: 'refund', to: 'reversing', source: 'processor' },
  { from: ['approved'], on: 'post', to: 'posted', source: 'record server' },
  { from: ['reversing'], on: 'reverse', to: 'refunded', source: 'record server' },
]

/** The end of these payments must be asked for. */
export const unresolvedStates: readonly PaymentState[] = unresolved
/** Nobody else can pay the charges of these payments, because the record may not show yet what they take. */
export const pendingStates: readonly PaymentState[] = [...unresolved, 'approved']
/** The card was charged; the money may have been returned since. */
export const chargedStates: readonly PaymentState[] = ['approved', 'posted', 'reversing', 'refunded']

/** Longer than a request waits for the processor, in milliseconds. */
export const abandonedAfterMs = 60_000

/** Nobody knows if the card was charged: the payer is asked to call, and staff sees the payment in the same moment. */
export function isUnconfirmed(state: PaymentState): boolean {
  return state === 'unknown'
}

/** The payments that staff sees, at once or when they stay what they are for too long. */
export const staffStates: readonly PaymentState[] = [...pendingStates, 'reversing']

/** Returns since when staff sees a payment in its state; most others are only on their way until then. */
export function shownToStaffFrom({ state, changedAt }: { state: PaymentState; changedAt: Date }): Date {
  return isUnconfirmed(state) ? changedAt : new Date(changedAt.getTime() + abandonedAfterMs)
}

export function isCharged(state: PaymentState): boolean {
  return chargedStates.includes(state)
}

export function isRefunded(state: PaymentState): boolean {
  return state === 'reversing' || state === 'refunded'
}
