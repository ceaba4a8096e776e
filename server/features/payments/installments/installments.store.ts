import { and, asc, desc, eq, gt, inArray, lte, type SQL } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { installmentPlans, installments } from '../../../db/schema.ts'
import type { PatientKey } from '../../../protocol/principal.ts'

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

export function installmentsOf(db: Db, planId: string): Promise<Installment[]> {
  return db.select().from(installments).where(eq(installments.planId, planId)).orderBy(asc(installments.number))
}

/** Installments to be charged, and those that are being charged: the earliest first. */
export function dueInstallments(db: Db, { licenseeId, at }: { licenseeId: string; at: Date }) {
  const isDue = and(
    eq(installmentPlans.licenseeId, licenseeId),
    inArray(installments.state, ['waiting', 'paying']),
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
export async function claimInstallment(db: Db, key: Key): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [plan] = await tx
      .select({ state: installmentPlans.state })
      .from(installmentPlans)
      .where(eq(installmentPlans.id, key.planId))
      .for('update')
    if (plan?.state !== 'running') return false
    const moved = await tx
      .update(installments)
      .set({ state: 'paying' })
      .where(and(isOne(key), inArray(installments.state, ['waiting', 'paying'])))
      .returning({ number: installments.number })
    return moved.length > 0
  })
}

type Change = Key & Partial<Pick<Installment, 'state' | 'tryAt' | 'attempts' | 'declines' | 'paidCents'>>

/** Changes an open installment. Returns false if it is not open, or no longer in this attempt. */
export async function endAttempt(db: Db, attempt: number, { planId, number, ...change }: Change): Promise<boolean> {
  const isMeant = and(
    isOne({ planId, number }),
    inArray(installments.state, ['waiting', 'paying']),
    eq(installments.attempts, attempt),
  )
  return (
    (await db.update(installments).set(change).where(isMeant).returning({ number: installments.number })).length > 0
  )
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
  const ended = await tx
    .update(installmentPlans)
    .set({ state: 'ended', changedAt: at })
    .where(and(eq(installmentPlans.id, id), eq(installmentPlans.state, 'running')))
    .returning({ id: installmentPlans.id })
  if (ended.length > 0) await releaseWaiting(tx, ended, 'not owed')
  return ended.length > 0
}

interface Stop {
  reason: StopReason
  at: Date
}

/** Stops one agreement. Returns false if it is not running. What is being paid at this moment is not affected. */
export async function stopPlan(tx: Db, { id, ...stop }: Stop & { id: string }): Promise<boolean> {
  return (await stopWhere(tx, eq(installmentPlans.id, id), stop)).length > 0
}

/** Stops the agreement of one account for a patient, or the one with one card. Returns the ids of those stopped. */
export function stopPlansOf(
  tx: Db,
  { licenseeId, patientId, accountId, cardId, ...stop }: Stop & PatientKey & { accountId?: number; cardId?: string },
): Promise<string[]> {
  const isMeant = and(
    eq(installmentPlans.licenseeId, licenseeId),
    eq(installmentPlans.patientId, patientId),
    accountId === undefined ? undefined : eq(installmentPlans.accountId, accountId),
    cardId === undefined ? undefined : eq(installmentPlans.cardId, cardId),
  )
  return stopWhere(tx, isMeant, stop)
}

async function stopWhere(tx: Db, isMeant: SQL | undefined, { reason, at }: Stop): Promise<string[]> {
  const stopped = await tx
    .update(installmentPlans)
    .set({ state: 'stopped', stoppedBy: reason, changedAt: at })
    .where(and(isMeant, eq(installmentPlans.state, 'running')))
    .returning({ id: installmentPlans.id })
  if (stopped.length > 0) await releaseWaiting(tx, stopped, 'stopped')
  return stopped.map(({ id }) => id)
}

async function releaseWaiting(tx: Db, plans: readonly { id: string }[], state: 'stopped' | 'not owed'): Promise<void> {
  const ids = plans.map(({ id }) => id)
  await tx
    .update(installments)
    .set({ state })
    .where(and(inArray(installments.planId, ids), eq(installments.state, 'waiting')))
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
