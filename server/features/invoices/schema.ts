import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '../../db/columns.ts'

export const invoices = pgTable(
  'invoices',
  {
    licenseeId: text('licensee_id').notNull(),
    number: text('number').notNull(),
    patientId: text('patient_id').notNull(),
    payer: text('payer').notNull(),
    amountCents: integer('amount_cents').notNull(),
    /** Encrypted. */
    content: text('content').notNull(),
    createdAt: instant('created_at').notNull(),
    loggedAt: instant('logged_at'),
    kind: text('kind').$type<'invoice' | 'statement'>().notNull().default('invoice'),
    contentKey: text('content_key'),
    printedAt: instant('printed_at'),
  },
  (table) => [primaryKey({ columns: [table.licenseeId, table.number] })],
)
