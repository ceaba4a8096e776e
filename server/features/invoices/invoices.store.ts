import { and, desc, eq } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { invoices } from './schema.ts'
import type { PatientKey } from '../../protocol/principal.ts'

export type Invoice = typeof invoices.$inferSelect
/** As it is listed. */
export type InvoiceRow = Pick<Invoice, 'licenseeId' | 'patientId' | 'number' | 'payer' | 'amountCents' | 'createdAt'>

export type Numbered = Pick<Invoice, 'number' | 'createdAt'>

interface InvoiceKey {
  licenseeId: string
  number: string
}

/** Returns false, and stores nothing, if the number is used already, or the patient has one of this content. */
export async function insertInvoice(db: Db, invoice: Omit<Invoice, 'loggedAt' | 'printedAt'>): Promise<boolean> {
  const made = await db.insert(invoices).values(invoice).onConflictDoNothing().returning({ number: invoices.number })
  return made.length > 0
}

/** Returns the number of what the patient has of this content, if there is one, and since when. */
export async function numberOfContent(
  db: Db,
  { licenseeId, patientId, contentKey }: PatientKey & { contentKey: string },
): Promise<Numbered | undefined> {
  const [invoice] = await db
    .select({ number: invoices.number, createdAt: invoices.createdAt })
    .from(invoices)
    .where(
      and(eq(invoices.licenseeId, licenseeId), eq(invoices.patientId, patientId), eq(invoices.contentKey, contentKey)),
    )
  return invoice
}

const isOf = ({ licenseeId, number }: InvoiceKey) =>
  and(eq(invoices.licenseeId, licenseeId), eq(invoices.number, number))

export async function readInvoice(db: Db, key: InvoiceKey): Promise<Invoice | undefined> {
  return (await db.select().from(invoices).where(isOf(key))).at(0)
}

/** The invoices of a patient, the latest first, without statements that were printed. */
export function invoicesOf(db: Db, { licenseeId, patientId }: PatientKey): Promise<InvoiceRow[]> {
  const { number, payer, amountCents, createdAt } = invoices
  return db
    .select({ licenseeId: invoices.licenseeId, patientId: invoices.patientId, number, payer, amountCents, createdAt })
    .from(invoices)
    .where(and(eq(invoices.licenseeId, licenseeId), eq(invoices.patientId, patientId), eq(invoices.kind, 'invoice')))
    .orderBy(desc(createdAt), desc(number))
}

export async function markPrinted(db: Db, { at, ...key }: InvoiceKey & { at: Date }): Promise<void> {
  await db.update(invoices).set({ printedAt: at }).where(isOf(key))
}

export async function markLogged(db: Db, { at, ...key }: InvoiceKey & { at: Date }): Promise<void> {
  await db.update(invoices).set({ loggedAt: at }).where(isOf(key))
}
