import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { openDatabase } from '../../server/db/open.ts'
import { rowsOf } from '../../server/db/rows.ts'

/**
 * Makes the payments of a portal that was killed old, as if it had been down for longer than a request takes. Returns
 * their states.
 */
export async function agePayments(folder: string): Promise<string[]> {
  const { db, close } = await openDatabase({ folder: join(folder, 'portal') })
  const change = sql`update payments set changed_at = changed_at - interval '2 minutes' returning state`
  const rows = await rowsOf<{ state: string }>(db, change)
  await close()
  return rows.map(({ state }) => state)
}

interface Amount {
  amount: number
}

/** The payments that the processor approved, and those that the record server has; in cents. */
export async function paymentsAtOthers(folder: string): Promise<{ charged: Amount[]; recorded: Amount[] }> {
  const { db, close } = await openDatabase({ folder: join(folder, 'sandbox'), schema: 'sandbox' })
  const charged = await rowsOf<Amount>(db, sql`select amount from card_payments where status = 'approved'`)
  const recorded = await rowsOf<Amount>(db, sql`select amount from portal_payments`)
  await close()
  return { charged, recorded }
}
