import { and, asc, eq, gt, inArray, isNotNull, isNull, lte } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { visitEvents, visits } from './schema.ts'

export interface Visit {
  room: string
  licenseeId: string
  appointmentId: string
  patientId: string
  startsAt: Date
  minutes: number
  closesAt: Date
  /** Scheme, host and port for links to the visit. */
  origin: string
  endedAt: Date | null
}

export interface VisitEvent {
  id: number
  room: string
  what: 'link' | 'entered' | 'left' | 'ended'
  role: 'guest' | 'host'
  at: Date
}

export type NewVisitEvent = Omit<VisitEvent, 'id'>

/** Stores a visit. Returns false when it is already stored. */
export async function keepVisit(tx: Db, visit: Omit<Visit, 'endedAt'>): Promise<boolean> {
  const made = await tx.insert(visits).values(visit).onConflictDoNothing().returning({ room: visits.room })
  return made.length > 0
}

export async function findVisit(
  db: Db,
  { licenseeId, room }: Pick<Visit, 'licenseeId' | 'room'>,
): Promise<Visit | undefined> {
  const [visit] = await db
    .select()
    .from(visits)
    .where(and(eq(visits.room, room), eq(visits.licenseeId, licenseeId)))
  return visit
}

/** Returns false when it has already ended. */
export async function endVisit(db: Db, { room, at }: { room: string; at: Date }): Promise<boolean> {
  const open = and(eq(visits.room, room), isNull(visits.endedAt))
  const ended = await db.update(visits).set({ endedAt: at }).where(open).returning({ room: visits.room })
  return ended.length > 0
}

/** Returns its id. */
export async function insertVisitEvent(db: Db, event: NewVisitEvent): Promise<number> {
  const [made] = await db.insert(visitEvents).values(event).returning({ id: visitEvents.id })
  return made!.id // exactly one row was inserted
}

/** Returns undefined when the event was already reported, or its visit was deleted. */
export async function unreportedEvent(db: Db, id: number): Promise<(VisitEvent & Visit) | undefined> {
  const [row] = await db
    .select()
    .from(visitEvents)
    .innerJoin(visits, eq(visits.room, visitEvents.room))
    .where(and(eq(visitEvents.id, id), isNull(visitEvents.heardAt)))
  return row && { ...row.visits, ...row.visit_news }
}

/** Returns events without a job, in order. Each is returned once. */
export async function takeEarlierEvents(db: Db): Promise<Pick<VisitEvent, 'id' | 'room'>[]> {
  const { id, room, heardAt, nextTryAt } = visitEvents
  const taken = await db
    .update(visitEvents)
    .set({ nextTryAt: null })
    .where(and(isNull(heardAt), isNotNull(nextTryAt)))
    .returning({ id, room })
  return taken.toSorted((one, other) => one.id - other.id)
}

export async function settleVisitEvent(db: Db, { id, at }: { id: number; at: Date }): Promise<void> {
  await db.update(visitEvents).set({ heardAt: at }).where(eq(visitEvents.id, id))
}

/** Returns who has entered and left the visits of a practice that can still be joined, in order. */
export async function openVisitEvents(
  db: Db,
  { licenseeId, now }: { licenseeId: string; now: Date },
): Promise<(Pick<VisitEvent, 'room' | 'what' | 'role' | 'at'> & Pick<Visit, 'patientId' | 'startsAt'>)[]> {
  const { room, what, role, at } = visitEvents
  const { patientId, startsAt } = visits
  const canBeJoined = and(eq(visits.licenseeId, licenseeId), isNull(visits.endedAt), gt(visits.closesAt, now))
  return db
    .select({ room, what, role, at, patientId, startsAt })
    .from(visitEvents)
    .innerJoin(visits, eq(visits.room, room))
    .where(and(canBeJoined, inArray(what, ['entered', 'left'])))
    .orderBy(asc(at), asc(visitEvents.id))
}

/** Deletes visits and their events. */
export async function forgetVisits(db: Db, { before }: { before: Date }): Promise<void> {
  await db.delete(visits).where(lte(visits.closesAt, before))
}
