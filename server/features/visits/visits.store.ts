import { and, eq, isNotNull, isNull, lte } from 'drizzle-orm'
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
}

export type NewNews = Omit<News, 'id'>

/** Keeps a visit with its links. False when it is known already. */
export async function keepVisit(
  tx: Db,
  { visit, links }: { visit: Omit<Visit, 'endedAt'>; links: NewCapability<object>[] },
): Promise<boolean> {
  const made = await tx.insert(visits).values(visit).onConflictDoNothing().returning({ room: visits.room })
  if (made.length === 0) return false
  for (const link of links) await issueCapability(tx, link)
  return true
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

/** False when it has ended already. */
export async function endVisit(db: Db, { room, at }: { room: string; at: Date }): Promise<boolean> {
  const open = and(eq(visits.room, room), isNull(visits.endedAt))
  const ended = await db.update(visits).set({ endedAt: at }).where(open).returning({ room: visits.room })
  return ended.length > 0
}

/** Returns its id. */
export async function insertNews(db: Db, news: NewNews): Promise<number> {
  const [made] = await db.insert(visitNews).values(news).returning({ id: visitNews.id })
  return made!.id // of the one row
}

/** Undefined when the record server has heard it, or the visit is forgotten. */
export async function untoldNews(db: Db, id: number): Promise<(News & Visit) | undefined> {
  const [row] = await db
    .select()
    .from(visitNews)
    .innerJoin(visits, eq(visits.room, visitNews.room))
    .where(and(eq(visitNews.id, id), isNull(visitNews.heardAt)))
  return row && { ...row.visits, ...row.visit_news }
}

/** Those without a job, in order. Each is returned once. */
export async function takeEarlierNews(db: Db): Promise<Pick<News, 'id' | 'room'>[]> {
  const { id, room, heardAt, nextTryAt } = visitNews
  const taken = await db
    .update(visitNews)
    .set({ nextTryAt: null })
    .where(and(isNull(heardAt), isNotNull(nextTryAt)))
    .returning({ id, room })
  return taken.toSorted((one, other) => one.id - other.id)
}

export async function settleNews(db: Db, { id, at }: { id: number; at: Date }): Promise<void> {
  await db.update(visitNews).set({ heardAt: at }).where(eq(visitNews.id, id))
}

/** Forgets visits with what was told of them. */
export async function forgetVisits(db: Db, { before }: { before: Date }): Promise<void> {
  await db.delete(visits).where(lte(visits.closesAt, before))
}
