import { and, asc, eq, inArray, isNotNull, isNull, lte, sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { installmentPlans, installments, paymentContradictions, payments } from './schema.ts'
import { chargedStates, isRefunded, pendingStates } from './payment-states.rules.ts'
import { openStates } from './installments/installment-states.rules.ts'
import type { Payment } from './payments.store.ts'

export type Contradiction = Pick<typeof paymentContradictions.$inferSelect, 'kind' | 'subject' | 'patientId'>
export type StoredContradiction = typeof paymentContradictions.$inferSelect

interface Searched {
  licenseeId: string
  /** What changed later may still be on its way. */
  before: Date
}

/** Everything in the payments and agreements of a practice that cannot be true together. */
export async function contradictionsIn(db: Db, searched: Searched): Promise<Contradiction[]> {
  return [
    ...(await inPayments(db, searched)),
    ...(await inInstallments(db, searched)),
    ...(await inPlans(db, searched)),
  ]
}

async function inPayments(db: Db, { licenseeId }: Searched): Promise<Contradiction[]> {
  const conditions: Partial<Record<Contradiction['kind'], SQL | undefined>> = {
    'no transaction': and(inArray(payments.state, [...chargedStates]), isNull(payments.transactionId)),
    'declined with a transaction': and(eq(payments.state, 'declined'), isNotNull(payments.transactionId)),
    'other sum': sql`payments.amount_cents <> (
      select coalesce(sum(amount_cents), 0) from payment_charges where payment_id = payments.id)`,
    'charge paid twice': and(
      inArray(payments.state, [...pendingStates]),
      sql`exists (
        select from payment_charges own
        join payment_charges other using (licensee_id, bill_id)
        join payments paying on paying.id = other.payment_id
        where own.payment_id = payments.id and paying.id <> payments.id and ${inArray(sql`paying.state`, [...pendingStates])})`,
    ),
    'not confirmed': and(eq(payments.state, 'posted'), isNotNull(payments.unconfirmedSince)),
  }
  const queries = Object.entries(conditions).map(([kind, condition]) =>
    db
      .select({ kind: kindOf(kind), subject: payments.id, patientId: payments.patientId })
      .from(payments)
      .where(and(eq(payments.licenseeId, licenseeId), condition)),
  )
  return (await Promise.all(queries)).flat()
}

/** What became of the payments of an installment: those of earlier attempts have charged nothing. */
async function inInstallments(db: Db, { licenseeId, before }: Searched): Promise<Contradiction[]> {
  const kept = chargedStates.filter((state) => !isRefunded(state))
  const ofAttempt = (attempt: SQL, states: readonly string[]) => sql`
    from payments where payments.id = installments.plan_id || '.' || installments.number || '.' || ${attempt}
      and ${inArray(sql`payments.state`, [...states])} and payments.changed_at <= ${before.toISOString()}::timestamptz`
  const last = sql`installments.attempts`
  const conditions: Partial<Record<Contradiction['kind'], SQL | undefined>> = {
    'installment without a payment': and(
      eq(installments.state, 'paid'),
      sql`not exists (
        select from payments where payments.id = installments.plan_id || '.' || installments.number || '.' || ${last}
          and ${inArray(sql`payments.state`, kept)} and payments.amount_cents = installments.paid_cents)`,
    ),
    'installment charged twice': sql`(
      select count(*) from generate_series(0, ${last}) attempt
      where exists (select ${ofAttempt(sql`attempt`, kept)})
    ) > case when installments.state = 'paid' then 1 else 0 end`,
    'installment without an end': and(
      eq(installments.state, 'paying'),
      sql`exists (select ${ofAttempt(last, ['declined'])})`,
    ),
  }
  const queries = Object.entries(conditions).map(([kind, condition]) =>
    db
      .select({ kind: kindOf(kind), subject: referenceOfRow, patientId: installmentPlans.patientId })
      .from(installments)
      .innerJoin(installmentPlans, eq(installmentPlans.id, installments.planId))
      .where(and(eq(installmentPlans.licenseeId, licenseeId), condition)),
  )
  return (await Promise.all(queries)).flat()
}

const referenceOfRow = sql<string>`installments.plan_id || '.' || installments.number || '.' || installments.attempts`

function inPlans(db: Db, { licenseeId, before }: Searched): Promise<Contradiction[]> {
  const hasOpen = (states: readonly string[]) => sql`exists (
    select from installments where plan_id = installment_plans.id and ${inArray(sql`installments.state`, [...states])})`
  const isRunning = eq(installmentPlans.state, 'running')
  return db
    .select({
      kind: kindOf('agreement and installments'),
      subject: installmentPlans.id,
      patientId: installmentPlans.patientId,
    })
    .from(installmentPlans)
    .where(
      and(
        eq(installmentPlans.licenseeId, licenseeId),
        lte(installmentPlans.changedAt, before),
        sql`case when ${isRunning} then not ${hasOpen(openStates)} else ${hasOpen(['waiting'])} end`,
      ),
    )
}

function kindOf(kind: string): SQL<Contradiction['kind']> {
  return sql<Contradiction['kind']>`${kind}::text`
}

/** What was found last; the earliest first. */
export function storedContradictions(db: Db, licenseeId: string): Promise<StoredContradiction[]> {
  return db
    .select()
    .from(paymentContradictions)
    .where(eq(paymentContradictions.licenseeId, licenseeId))
    .orderBy(asc(paymentContradictions.detectedAt), asc(paymentContradictions.subject))
}

export async function storeContradiction(db: Db, contradiction: StoredContradiction): Promise<void> {
  await db.insert(paymentContradictions).values(contradiction).onConflictDoNothing()
}

export async function removeContradiction(db: Db, { licenseeId, subject, kind }: StoredContradiction): Promise<void> {
  await db
    .delete(paymentContradictions)
    .where(
      and(
        eq(paymentContradictions.licenseeId, licenseeId),
        eq(paymentContradictions.subject, subject),
        eq(paymentContradictions.kind, kind),
      ),
    )
}

/** Payments that the record server should have credited or reversed by now; the earliest first. */
export function latePayments(db: Db, { licenseeId, before }: Searched): Promise<Payment[]> {
  return db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.licenseeId, licenseeId),
        inArray(payments.state, ['approved', 'reversing']),
        lte(payments.changedAt, before),
      ),
    )
    .orderBy(asc(payments.changedAt))
}
