import { and, count, desc, eq, gte, inArray, isNull, lt, ne, notExists, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../db/open.ts'
import { auditLog } from '../db/schema.ts'
import type { PrincipalKind } from './principal.ts'

/** One access. It contains no entered value but those of settings, and no clinical term. */
export interface AuditRow {
  at: Date
  licenseeId: string
  accountId: number | null
  patientId: string | null
  actorKind: PrincipalKind | 'visitor'
  actor: string
  address: string
  event: string
  /** What was accessed: a name or a number. */
  subject: string
  outcome: string
  transmitTo: string
  transmitStatus: string
  requestId: string
  /**
   * Of a change of a setting: what it replaced and by what, as JSON; a secret is never named. Of a list of patients: whom
   * it showed. Of an act on an account: why. Of a document: which, never what it is about.
   */
  detail?: string
  /** Of how many tries it tells; default 1. */
  tries?: number
}

export async function writeAudit(db: Db, rows: readonly AuditRow[]): Promise<void> {
  await db.insert(auditLog).values([...rows])
}

/**
 * The subject of a view that no person requested: an open screen reloads by itself. The browser reports it, which
 * proves nothing.
 */
export const background = 'background'
/** Longer than a screen can stay open, because no session lasts longer. */
const screenStays = sql`interval '12 hours'`

export interface AuditQuery {
  licenseeId: string
  patientId: string
  actorKinds: PrincipalKind[]
  events: string[]
  /** Of these events those of every actor. */
  eventsOfAll: string[]
  /** The first instant, and the first one after the period. */
  from: Date
  until: Date
  /** The first page is 1. */
  page: number
  size: number
}

/**
 * The same view by the same person earlier, since which the screen may have been open; of background views the first.
 */
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

/**
 * Returns a person's accesses to one patient's record, latest first: those that succeeded, and those that tried to send
 * something to somebody; without reloads of open screens.
 */
export async function readAudit(
  db: Db,
  { licenseeId, patientId, actorKinds, events, eventsOfAll, from, until, page, size }: AuditQuery,
): Promise<{ total: number; rows: (typeof auditLog.$inferSelect)[] }> {
  const meant = and(
    eq(auditLog.licenseeId, licenseeId),
    eq(auditLog.patientId, patientId),
    or(inArray(auditLog.actorKind, actorKinds), inArray(auditLog.event, eventsOfAll)),
    inArray(auditLog.event, events),
    or(eq(auditLog.outcome, 'ok'), ne(auditLog.transmitTo, '')),
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

/** Returns what was done to something that belongs to no patient, latest first. */
export async function readSubjectAudit(
  db: Db,
  { licenseeId, subject, events, most }: { licenseeId: string; subject: string; events: string[]; most: number },
): Promise<(typeof auditLog.$inferSelect)[]> {
  const meant = and(
    eq(auditLog.licenseeId, licenseeId),
    isNull(auditLog.patientId),
    eq(auditLog.subject, subject),
    inArray(auditLog.event, events),
    eq(auditLog.outcome, 'ok'),
  )
  return db.select().from(auditLog).where(meant).orderBy(desc(auditLog.at), desc(auditLog.id)).limit(most)
}
