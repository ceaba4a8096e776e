import { and, asc, eq, isNull, lte, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../../db/open.ts'
import { visitNews, visits } from '../../db/schema.ts'
import { issueCapability, type NewCapability } from '../../protocol/capability-store.ts'

export interface Visit {
  room: string
  licenseeId: string
  appointmentId: string
  patientId: string
  startsAt: Date
  minutes: number
  closesAt: Date
  /** Scheme, host and port under which its links lead here. */
  origin: string
  endedAt: Date | null
}

export interface News {
  id: number
  room: string
  what: 'link' | 'entered' | 'left' | 'ended'
  role: 'guest' | 'host'
  at: Date
  tries: number
}

/** Keeps a visit with its links, once; the record server is then to hear of the provider's. False when it is known already. */
export async function keepVisit(
  db: Db,
  { visit, links, at }: { visit: Omit<Visit, 'endedAt'>; links: NewCapability<object>[]; at: Date },
): Promise<boolean> {
  if (await findVisit(db, visit)) return false
  return db.transaction(async (tx) => {
    const made = await tx.insert(visits).values(visit).onConflictDoNothing().returning({ room: visits.room })
    if (made.length === 0) return false
    for (const link of links) await issueCapability(tx, link)
    await addNews(tx, { room: visit.room, what: 'link', role: 'host', at })
    return true
  })
}

export async function findVisit(
  db: Db,
  { licenseeId, room }: Pick<Visit, 'licenseeId' | 'room'>,
): Promise<Visit | undefined> {
  const [found] = await db
    .select()
    .from(visits)
    .where(and(eq(visits.room, room), eq(visits.licenseeId, licenseeId)))
  return found
}

/** Ends a visit once; false when it has ended already. */
export async function endVisit(db: Db, { room, at }: { room: string; at: Date }): Promise<boolean> {
  return db.transaction(async (tx) => {
    const open = and(eq(visits.room, room), isNull(visits.endedAt))
    const ended = await tx.update(visits).set({ endedAt: at }).where(open).returning({ room: visits.room })
    if (ended.length > 0) await addNews(tx, { room, what: 'ended', role: 'host', at })
    return ended.length > 0
  })
}

export async function addNews(db: Db, news: Omit<News, 'id' | 'tries'>): Promise<void> {
  await db.insert(visitNews).values({ ...news, nextTryAt: news.at })
}

/**
 * Takes the oldest untold news of each visit that is due, for `leaseMs`: of many processes one gets each. Later news of a
 * visit wait for the earlier, so that nobody is said to have left who has come back since.
 */
export async function takeNews(db: Db, { at, leaseMs }: { at: Date; leaseMs: number }): Promise<(News & Visit)[]> {
  const older = alias(visitNews, 'older')
  const untoldBefore = db
    .select({ id: older.id })
    .from(older)
    .where(and(eq(older.room, visitNews.room), isNull(older.heardAt), sql`${older.id} < ${visitNews.id}`))
  const due = and(isNull(visitNews.heardAt), lte(visitNews.nextTryAt, at), notExists(untoldBefore))
  const taken = await db
    .update(visitNews)
    .set({ tries: sql`${visitNews.tries} + 1`, nextTryAt: new Date(at.getTime() + leaseMs) })
    .where(due)
    .returning({ id: visitNews.id })
  const whole = await Promise.all(taken.map(({ id }) => readNews(db, id)))
  return whole.flat()
}

async function readNews(db: Db, id: number): Promise<(News & Visit)[]> {
  const rows = await db
    .select()
    .from(visitNews)
    .innerJoin(visits, eq(visits.room, visitNews.room))
    .where(eq(visitNews.id, id))
    .orderBy(asc(visitNews.id))
  return rows.map((row) => ({ ...row.visits, ...row.visit_news }))
}

export async function settleNews(db: Db, { id, at }: { id: number; at: Date }): Promise<void> {
  await db.update(visitNews).set({ heardAt: at }).where(eq(visitNews.id, id))
}

export async function postponeNews(db: Db, { id, until }: { id: number; until: Date }): Promise<void> {
  await db.update(visitNews).set({ nextTryAt: until }).where(eq(visitNews.id, id))
}

/** Forgets visits with what was told of them. */
export async function forgetVisits(db: Db, { before }: { before: Date }): Promise<void> {
  await db.delete(visits).where(lte(visits.closesAt, before))
}
