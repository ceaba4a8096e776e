import { and, count, desc, eq, gte, inArray, lt, ne } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { auditLog } from '../db/schema.ts'
import type { PersonKind } from './person.ts'

/** One access. Never a value that was entered, and no clinical word. */
export interface AuditRow {
  at: Date
  licenseeId: string
  accountId: number | null
  patientId: string | null
  actorKind: PersonKind | 'visitor'
  actor: string
  address: string
  event: string
  /** What it was done to: a name or a number. */
  subject: string
  outcome: string
  transmitTo: string
  transmitStatus: string
  requestId: string
}

export async function writeAudit(db: Db, rows: readonly AuditRow[]): Promise<void> {
  await db.insert(auditLog).values([...rows])
}

export interface AuditQuery {
  licenseeId: string
  patientId: string
  actorKinds: PersonKind[]
  events: string[]
  /** First instant, and the first one after. */
  from: Date
  until: Date
  /** First page is 1. */
  page: number
  size: number
}

/** Successful accesses to one patient's record that a person made, latest first. */
export async function readAudit(
  db: Db,
  { licenseeId, patientId, actorKinds, events, from, until, page, size }: AuditQuery,
): Promise<{ total: number; rows: (typeof auditLog.$inferSelect)[] }> {
  const meant = and(
    eq(auditLog.licenseeId, licenseeId),
    eq(auditLog.patientId, patientId),
    inArray(auditLog.actorKind, actorKinds),
    inArray(auditLog.event, events),
    eq(auditLog.outcome, 'ok'),
    ne(auditLog.subject, 'background'), // an open screen that asked again by itself
    gte(auditLog.at, from),
    lt(auditLog.at, until),
  )
  const [counted] = await db.select({ total: count() }).from(auditLog).where(meant)
  const rows = await db
    .select()
    .from(auditLog)
    .where(meant)
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(size)
    .offset((page - 1) * size)
  return { total: counted?.total ?? 0, rows }
}
