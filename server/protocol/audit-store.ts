import { and, count, desc, eq, gte, inArray, lt, ne, notExists, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../db/open.ts'
import { auditLog } from '../db/schema.ts'
import type { PrincipalKind } from './principal.ts'

/** One access. Never a value that was entered, and no clinical word. */
export interface AuditRow {
  at: Date
  licenseeId: string
  accountId: number | null
  patientId: string | null
  actorKind: PrincipalKind | 'visitor'
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

/** The subject of a view that nobody asked for: an open screen asks again by itself. A browser says so, which proves nothing. */
export const background = 'background'
/** Longer than a screen stays open: no session lasts longer. */
const screenStays = sql`interval '12 hours'`

export interface AuditQuery {
  licenseeId: string
  patientId: string
  actorKinds: PrincipalKind[]
  events: string[]
  /** First instant, and the first one after. */
  from: Date
  until: Date
  /** First page is 1. */
  page: number
  size: number
}

/** The same view by the same person earlier, since which a screen may have been open; of those in the background the first. */
function openedBefore(db: Db) {
  const earlier = alias(auditLog, 'earlier')
  const sameView = and(
    eq(earlier.licenseeId, auditLog.licenseeId),
    eq(earlier.patientId, auditLog.patientId),
    eq(earlier.actorKind, auditLog.actorKind),
    eq(earlier.actor, auditLog.actor),
    eq(earlier.event, auditLog.event),
    eq(earlier.outcome, 'ok'),
  )
  const before = and(lt(earlier.id, auditLog.id), gte(earlier.at, sql`${auditLog.at} - ${screenStays}`))
  return db.select({ id: earlier.id }).from(earlier).where(and(sameView, before))
}

/** Successful accesses to one patient's record that a person made, latest first; without what an open screen asked again. */
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
    or(ne(auditLog.subject, background), notExists(openedBefore(db))),
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
