import { and, desc, eq } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { invoices } from '../../db/schema.ts'

export type Invoice = typeof invoices.$inferSelect
/** As it is listed. */
export type InvoiceRow = Omit<Invoice, 'content' | 'loggedAt'>

interface InvoiceKey {
  licenseeId: string
  number: string
}

/** Returns false, and stores nothing, if the number is used already. */
export async function insertInvoice(db: Db, invoice: Omit<Invoice, 'loggedAt'>): Promise<boolean> {
  const made = await db.insert(invoices).values(invoice).onConflictDoNothing().returning({ number: invoices.number })
  return made.length > 0
}

const isOf = ({ licenseeId, number }: InvoiceKey) =>
  and(eq(invoices.licenseeId, licenseeId), eq(invoices.number, number))

export async function readInvoice(db: Db, key: InvoiceKey): Promise<Invoice | undefined> {
  return (await db.select().from(invoices).where(isOf(key))).at(0)
}

/** The invoices of a patient, the latest first. */
export function invoicesOf(
  db: Db,
  { licenseeId, patientId }: { licenseeId: string; patientId: string },
): Promise<InvoiceRow[]> {
  const { number, payer, amountCents, createdAt } = invoices
  return db
    .select({ licenseeId: invoices.licenseeId, patientId: invoices.patientId, number, payer, amountCents, createdAt })
    .from(invoices)
    .where(and(eq(invoices.licenseeId, licenseeId), eq(invoices.patientId, patientId)))
    .orderBy(desc(createdAt), desc(number))
}

export async function markLogged(db: Db, { at, ...key }: InvoiceKey & { at: Date }): Promise<void> {
  await db.update(invoices).set({ loggedAt: at }).where(isOf(key))
}
