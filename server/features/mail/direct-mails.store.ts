import { and, eq, inArray, lt, or } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { externalMailFiles, externalMails } from './schema.ts'

/** What the other side of a Direct mail reports. */
export type Report = 'delivered' | 'dispatched' | 'failed'

const { id: column, state, reason } = externalMails

/** A report can come before the answer of the server that took the mail, and after it was believed lost. */
const open = or(
  inArray(state, ['waiting', 'sent']),
  and(eq(state, 'failed'), inArray(reason, ['unavailable', 'uncertain', 'silent'])),
)
const before: Record<Report, ReturnType<typeof or>> = {
  delivered: open,
  dispatched: or(open, eq(state, 'delivered')),
  failed: or(open, eq(state, 'delivered')),
}

/** Takes effect once, and never backwards. `read`: its reader has opened it. */
export async function noteReport(
  db: Db,
  { id, report, at, read = false }: { id: string; report: Report; at: Date; read?: boolean },
): Promise<boolean> {
  const noted = await db
    .update(externalMails)
    .set({
      state: report,
      reason: report === 'failed' ? 'undelivered' : null,
      changedAt: at,
      ...(read ? { readAt: at } : {}),
    })
    .where(and(eq(column, id), eq(externalMails.way, 'direct'), before[report]))
    .returning({ id: column })
  if (noted.length > 0 && report !== 'failed')
    await db.delete(externalMailFiles).where(eq(externalMailFiles.mailId, id))
  return noted.length > 0
}

/** Ends the wait for a report about mails that were sent before an instant. Returns whose they are. */
export function endSilence(
  db: Db,
  { sentBefore, at }: { sentBefore: Date; at: Date },
): Promise<{ licenseeId: string; patientId: string }[]> {
  return db
    .update(externalMails)
    .set({ state: 'failed', reason: 'silent', changedAt: at })
    .where(and(eq(externalMails.way, 'direct'), eq(state, 'sent'), lt(externalMails.changedAt, sentBefore)))
    .returning({ licenseeId: externalMails.licenseeId, patientId: externalMails.patientId })
}
