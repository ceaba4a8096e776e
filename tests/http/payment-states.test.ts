import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import {
  chargedStates,
  paymentTransitions,
  pendingStates,
  type PaymentEvent,
  type PaymentState,
} from '../../server/features/payments/payment-states.rules.ts'
import {
  installmentTransitions,
  openStates,
  type InstallmentEvent,
  type InstallmentState,
} from '../../server/features/payments/installments/installment-states.rules.ts'
import { installmentsOf, moveInstallment } from '../../server/features/payments/installments/installments.store.ts'
import { movePayment, readPayment } from '../../server/features/payments/payments.store.ts'
import { portalTest } from '../support/portal-test.ts'

const it = portalTest({})

const states = ['created', 'sent', 'unknown', 'approved', 'posted', 'reversing', 'refunded', 'declined'] as const
const events = [...new Set(paymentTransitions.map(({ on }) => on))]
const targetOf = (state: PaymentState, event: PaymentEvent) =>
  paymentTransitions.filter(({ from, on }) => on === event && from.includes(state)).map(({ to }) => to)

describe('the transitions of payments', () => {
  test('name one state for each pair', () => {
    for (const state of states) for (const event of events) expect(targetOf(state, event).length).toBeLessThan(2)
  })

  test('lead from every pending state to an end, and from an end nowhere', () => {
    const after = (state: PaymentState): PaymentState[] => events.flatMap((event) => targetOf(state, event))
    for (const state of pendingStates) expect(after(state).length).toBeGreaterThan(0)
    expect(states.filter((state) => after(state).length === 0)).toEqual(['refunded', 'declined'])
  })

  test('never lead from a charge to none', () => {
    for (const state of chargedStates)
      for (const event of events) for (const to of targetOf(state, event)) expect(chargedStates).toContain(to)
  })

  it('are what a payment does, and nothing else', async ({ portal }) => {
    const { db } = portal.database
    const at = new Date('2026-01-02T00:00:00Z')
    for (const state of states) {
      for (const event of events) {
        const id = `${state}-${event}`
        await db.execute(
          sql`insert into payments (id, licensee_id, patient_id, payer, state, amount_cents, card, created_at, changed_at)
            values (${id}, 'lakeside', '1001', 'person:0', ${state}, 100, 'Visa', '2026-01-01', '2026-01-01')`,
        )
        const [to] = targetOf(state, event)
        expect({ id, to: await movePayment(db, { id, event, at }) }).toEqual({ id, to })
        expect(await readPayment(db, id)).toMatchObject(to ? { state: to, changedAt: at } : { state })
      }
    }
    await db.execute(sql`delete from payments`)
  })
})

describe('the transitions of installments', () => {
  const all = [...new Set(installmentTransitions.flatMap(({ from, to }) => [...from, to]))]
  const targets = (state: InstallmentState, event: InstallmentEvent) =>
    installmentTransitions.filter(({ from, on }) => on === event && from.includes(state)).map(({ to }) => to)
  const installmentEvents = [...new Set(installmentTransitions.map(({ on }) => on))]

  test('lead from every open state to an end, and from a payment only to its refund', () => {
    const after = (state: InstallmentState) => installmentEvents.flatMap((event) => targets(state, event))
    for (const state of openStates) expect(after(state).some((to) => !openStates.includes(to))).toBe(true)
    expect(after('paid')).toEqual(['refunded'])
    for (const state of ['refunded', 'declined', 'stopped', 'not owed'] as const) expect(after(state)).toEqual([])
  })

  it('are what an installment does in its attempt, and nothing else', async ({ portal }) => {
    const { db } = portal.database
    for (const [number, state] of all.entries()) {
      for (const event of installmentEvents) {
        await db.execute(sql`delete from installment_plans`)
        await db.execute(
          sql`insert into installment_plans values ('plan', 'lakeside', '1001', 'person:0', 1, '1', '', '', '[]', 'running', null,
            '2026-01-01', '2026-01-01')`,
        )
        await db.execute(
          sql`insert into installments (plan_id, number, due_on, amount_cents, state, try_at, attempts)
            values ('plan', ${number}, '2026-01-01', 100, ${state}, '2026-01-01', 1)`,
        )
        const [to] = targets(state, event)
        const installment = { planId: 'plan', number }
        expect(await moveInstallment(db, { ...installment, attempts: 0 }, { event })).toBe(false)
        expect({
          state,
          event,
          isMoved: await moveInstallment(db, { ...installment, attempts: 1 }, { event }),
        }).toEqual({
          state,
          event,
          isMoved: to !== undefined,
        })
        expect(await installmentsOf(db, 'plan')).toMatchObject([{ state: to ?? state }])
      }
    }
    await db.execute(sql`delete from installment_plans`)
  })
})
