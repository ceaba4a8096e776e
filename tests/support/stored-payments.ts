import { sql } from 'drizzle-orm'
import type { RegionContent } from '../../schemas/screen.ts'
import { postPayment } from '../../server/features/payments/post-payment.ts'
import { rowsOf } from '../../server/db/rows.ts'
import { balanceText } from './balance.ts'
import type { payByCard } from './card-payment.ts'
import { dialogOf } from './card-payment.ts'
import { runDueJobs } from './jobs.ts'
import type { RunningPortal, Visitor } from './portal.ts'

/** At the processor. Amounts are integer cents. */
export const charged = ({ records }: RunningPortal) =>
  rowsOf<{ amount: number; status: string }>(
    records.db,
    sql`select amount, status from card_payments where status <> 'ended' order by at`,
  )

/** In the portal. */
export const stored = ({ database }: RunningPortal) =>
  rowsOf<{ state: string; amount: number }>(
    database.db,
    sql`select state, amount_cents as amount from payments order by created_at`,
  )

/** What the record server has credited. */
export const recorded = ({ records }: RunningPortal) =>
  rowsOf<{ amount: number }>(records.db, sql`select amount from portal_payments where reversed_at is null`)

/** Maria's charges with a balance, the latest first: 176.00, 148.45 and 38.00, besides a credit of 50.00. */
export async function billsOf({ records }: RunningPortal): Promise<string[]> {
  const rows = await rowsOf<{ id: number }>(
    records.db,
    sql`select bill_id as id from charges where patient_n = 1001 and patient_responsible > patient_paid
      order by claim_date desc, bill_id`,
  )
  return rows.map(({ id }) => String(id))
}

/** The title of the dialog that an action opens. */
export const titleOf = ({ body }: Awaited<ReturnType<typeof payByCard>>) => dialogOf(body.effects)?.title

/** What Billing heads the charges with. */
export async function balanceIn(visitor: Visitor): Promise<unknown> {
  const { body } = await visitor.get<RegionContent>('/ui/regions/billing.charges')
  return balanceText(body.blocks)
}

/** Undoes what earlier tests paid, once it is posted. */
export async function undoPayments(portal: RunningPortal): Promise<void> {
  await runDueJobs(portal, postPayment)
  const { database, records } = portal
  await database.db.execute(sql`delete from payments`)
  await database.db.execute(sql`delete from entered_cards`)
  await database.db.execute(sql`delete from opened_cards`)
  await records.db.execute(sql`create table if not exists charges_before as select * from charges`)
  await records.db.execute(
    sql`update charges c set patient_paid = b.patient_paid from charges_before b
      where b.practice = c.practice and b.bill_id = c.bill_id`,
  )
  await records.db.execute(sql`delete from portal_payments`)
  await records.db.execute(sql`delete from card_payments`)
  await records.db.execute(sql`delete from saved_cards where owner <> ''`)
}
