import { and, asc, desc, eq, gt, inArray, lte, type SQL } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { installmentPlans, installments } from '../schema.ts'
import type { PatientKey } from '../../../protocol/principal.ts'
import { movedBy } from '../transition.store.ts'
import {
  installmentTransitions,
  openStates,
  planTransitions,
  type InstallmentEvent,
  type PlanEvent,
} from './installment-states.rules.ts'

export type InstallmentPlan = typeof installmentPlans.$inferSelect
export type Installment = typeof installments.$inferSelect
export type StopReason = NonNullable<InstallmentPlan['stoppedBy']>

/** An installment and the agreement that it belongs to. */
export interface PlannedInstallment {
  plan: InstallmentPlan
  installment: Installment
}

export type NewPlan = Omit<InstallmentPlan, 'state' | 'stoppedBy' | 'changedAt'> & {
  installments: readonly Pick<Installment, 'number' | 'dueOn' | 'amountCents' | 'remindAt' | 'tryAt'>[]
}

/** Stores an agreement. Returns false, and stores nothing, if the patient has one that is running. */
export async function insertPlan(tx: Db, { installments: parts, ...plan }: NewPlan): Promise<boolean> {
  const made = await tx
    .insert(installmentPlans)
    .values({ ...plan, state: 'running', changedAt: plan.agreedAt })
    .onConflictDoNothing()
    .returning({ id: installmentPlans.id })
  if (made.length === 0) return false
  await tx.insert(installments).values(parts.map((part) => ({ ...part, planId: plan.id, state: 'waiting' as const })))
  return true
}

export async function readPlan(db: Db, id: string): Promise<InstallmentPlan | undefined> {
  return (await db.select().from(installmentPlans).where(eq(installmentPlans.id, id))).at(0)
}

/** The agreements of a patient, the latest first. */
export function plansOf(db: Db, { licenseeId, patientId }: PatientKey): Promise<InstallmentPlan[]> {
  return db
    .select()
    .from(installmentPlans)
    .where(and(eq(installmentPlans.licenseeId, licenseeId), eq(installmentPlans.patientId, patientId)))
    .orderBy(desc(installmentPlans.agreedAt))
}

export async function runningPlan(db: Db, key: PatientKey): Promise<InstallmentPlan | undefined> {
  return (await plansOf(db, key)).find(({ state }) => state === 'running')
}

/** The installments of an agreement, the earliest first. */
export function installmentsOf(db: Db, planId: string): Promise<Installment[]> {
  return db
    .select()
    .from(installments)
    .where(eq(installments.planId, planId))
    .orderBy(asc(installments.dueOn), asc(installments.number))
}

/** Installments to be charged, and those that are being charged: the earliest first. */
export function dueInstallments(db: Db, { licenseeId, at }: { licenseeId: string; at: Date }) {
  const isDue = and(
    eq(installmentPlans.licenseeId, licenseeId),
    inArray(installments.state, [...openStates]),
    lte(installments.tryAt, at),
  )
  return planned(db, isDue)
}

/** Installments whose reminder is due. */
export function installmentsToRemind(db: Db, { licenseeId, at }: { licenseeId: string; at: Date }) {
  const isDue = and(
    eq(installmentPlans.licenseeId, licenseeId),
    eq(installmentPlans.state, 'running'),
    eq(installments.state, 'waiting'),
    lte(installments.remindAt, at),
    gt(installments.tryAt, at),
  )
  return planned(db, isDue)
}

function planned(db: Db, condition: SQL | undefined): Promise<PlannedInstallment[]> {
  return db
    .select({ plan: installmentPlans, installment: installments })
    .from(installments)
    .innerJoin(installmentPlans, eq(installmentPlans.id, installments.planId))
    .where(condition)
    .orderBy(asc(installments.tryAt), asc(installments.number))
}

type Key = Pick<Installment, 'planId' | 'number'>
const isOne = ({ planId, number }: Key) => and(eq(installments.planId, planId), eq(installments.number, number))

/**
 * Claims an installment for its payment: an agreement that is stopped afterwards no longer ends it. Returns false if the
 * agreement was stopped before.
 */
export async function claimInstallment(db: Db, attempt: Attempt): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [plan] = await tx
      .select({ state: installmentPlans.state })
      .from(installmentPlans)
      .where(eq(installmentPlans.id, attempt.planId))
      .for('update')
    return plan?.state === 'running' && moveInstallment(tx, attempt, { event: 'claim' })
  })
}

/** An installment while so many of its payments have charged nothing. */
export type Attempt = Key & Pick<Installment, 'attempts'>

type InstallmentChange = { event: InstallmentEvent } & Partial<
  Pick<Installment, 'tryAt' | 'attempts' | 'declines' | 'paidCents'>
>

/** Moves an installment in one statement. Returns false if the event changes nothing, or in a later attempt. */
export async function moveInstallment(
  db: Db,
  attempt: Attempt,
  { event, ...change }: InstallmentChange,
): Promise<boolean> {
  const { isMoved, state } = movedBy(installments.state, installmentTransitions, event)
  const moved = await db
    .update(installments)
    .set({ ...change, state })
    .where(and(isOne(attempt), eq(installments.attempts, attempt.attempts), isMoved))
    .returning({ number: installments.number })
  return moved.length > 0
}

/** Gives a waiting installment another day. Returns false if it is not waiting. */
export async function postponeInstallment(
  db: Db,
  key: Key,
  to: Pick<Installment, 'dueOn' | 'remindAt' | 'tryAt'>,
): Promise<boolean> {
  const postponed = await db
    .update(installments)
    .set(to)
    .where(and(isOne(key), eq(installments.state, 'waiting')))
    .returning({ number: installments.number })
  return postponed.length > 0
}

/** Returns false if the reminder was sent already. */
export async function takeReminder(db: Db, key: Key & { remindAt: Date }): Promise<boolean> {
  const isMeant = and(isOne(key), eq(installments.remindAt, key.remindAt))
  return (
    (await db.update(installments).set({ remindAt: null }).where(isMeant).returning({ number: installments.number }))
      .length > 0
  )
}

/** Ends a running agreement because nothing is left to pay. Returns false if it is not running. */
export async function endPlan(tx: Db, { id, at }: { id: string; at: Date }): Promise<boolean> {
  return (await movePlans(tx, eq(installmentPlans.id, id), { event: 'end', at })).length > 0
}

interface Stop {
  reason: StopReason
  at: Date
}

/** Stops one agreement. Returns false if it is not running. What is being paid at this moment is not affected. */
export async function stopPlan(tx: Db, { id, reason, at }: Stop & { id: string }): Promise<boolean> {
  return (await movePlans(tx, eq(installmentPlans.id, id), { event: 'stop', at, stoppedBy: reason })).length > 0
}

/** Stops the agreement of one account for a patient, or the one with one card. Returns the ids of those stopped. */
export function stopPlansOf(
  tx: Db,
  { licenseeId, patientId, accountId, cardId, reason, at }: Stop & PatientKey & { accountId?: number; cardId?: string },
): Promise<string[]> {
  const isMeant = and(
    eq(installmentPlans.licenseeId, licenseeId),
    eq(installmentPlans.patientId, patientId),
    accountId === undefined ? undefined : eq(installmentPlans.accountId, accountId),
    cardId === undefined ? undefined : eq(installmentPlans.cardId, cardId),
  )
  return movePlans(tx, isMeant, { event: 'stop', at, stoppedBy: reason })
}

/** Moves agreements, and with them their waiting installments. Returns the ids of those moved. */
async function movePlans(
  tx: Db,
  isMeant: SQL | undefined,
  { event, at, ...change }: { event: PlanEvent; at: Date; stoppedBy?: StopReason },
): Promise<string[]> {
  const plan = movedBy(installmentPlans.state, planTransitions, event)
  const moved = await tx
    .update(installmentPlans)
    .set({ ...change, state: plan.state, changedAt: at })
    .where(and(isMeant, plan.isMoved))
    .returning({ id: installmentPlans.id })
  const ids = moved.map(({ id }) => id)
  if (ids.length === 0) return ids
  const { state } = movedBy(installments.state, installmentTransitions, event === 'end' ? 'waive' : 'stop')
  await tx
    .update(installments)
    .set({ state })
    .where(and(inArray(installments.planId, ids), eq(installments.state, 'waiting')))
  return ids
}

/** The agreements of a practice that stopped without their payer, the latest first. */
export function failedPlans(
  db: Db,
  { licenseeId, after }: { licenseeId: string; after: Date },
): Promise<InstallmentPlan[]> {
  const hasFailed = and(
    eq(installmentPlans.licenseeId, licenseeId),
    inArray(installmentPlans.stoppedBy, ['card', 'declined', 'refunded']),
    gt(installmentPlans.changedAt, after),
  )
  return db.select().from(installmentPlans).where(hasFailed).orderBy(desc(installmentPlans.changedAt))
}
