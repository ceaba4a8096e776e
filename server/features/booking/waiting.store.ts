import { and, asc, eq, gt, inArray, isNull, lt, lte, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { waitingList } from './schema.ts'
import type { VisitMode } from '../../gateways/emr/reference/reference.ts'
import { latestStamp } from '../../protocol/latest-stamp.ts'
import type { HoldOwner } from './booking.store.ts'
import { keyOf, type FreeTime } from './waiting.rules.ts'

/** A waiting-list entry. An empty provider or facility means any. */
export interface WaitingRequest {
  mode: VisitMode
  typeId: string
  providerId: string
  facilityId: string
}

interface WaitingDetails {
  /** The provider or location, in words. */
  what: string
  /** IANA zone of the entry's days. */
  timeZone: string
  /** Scheme, host and port for links to the portal. */
  origin: string
}

export interface Waiting extends WaitingRequest, HoldOwner {
  id: string
  untilDay: string
  details: WaitingDetails
  notified: string[]
  offer: FreeTime | null
  offerEndsAt: Date | null
  createdAt: Date
}

/** Joining again for the same request only changes the last day. */
export async function joinList(db: Db, waiting: Waiting): Promise<void> {
  const { accountId, patientId, mode, typeId, providerId, facilityId } = waitingList
  await db
    .insert(waitingList)
    .values(waiting)
    .onConflictDoUpdate({
      target: [accountId, patientId, mode, typeId, providerId, facilityId],
      set: { untilDay: waiting.untilDay, details: waiting.details, notified: waiting.notified },
    })
}

/** Returns false when the person has no such entry. */
export async function leaveList(db: Db, { id, owner }: { id: string; owner: HoldOwner }): Promise<boolean> {
  const gone = await db
    .delete(waitingList)
    .where(and(eq(waitingList.id, id), isOf(owner)))
    .returning({ id: waitingList.id })
  return gone.length > 0
}

/** Removes all entries for a patient. */
export async function leaveListsFor(
  db: Db,
  { licenseeId, patientId }: Pick<HoldOwner, 'licenseeId' | 'patientId'>,
): Promise<void> {
  await db.delete(waitingList).where(and(eq(waitingList.licenseeId, licenseeId), eq(waitingList.patientId, patientId)))
}

export async function waitingOf(db: Db, owner: HoldOwner): Promise<Waiting[]> {
  return waitingFrom(await db.select().from(waitingList).where(isOf(owner)).orderBy(asc(waitingList.createdAt)))
}

/** Returns the patient of an entry of this account. */
export async function patientWaiting(
  db: Db,
  { id, owner: { licenseeId, accountId } }: { id: string; owner: HoldOwner },
): Promise<string | undefined> {
  const isOwn = and(eq(waitingList.licenseeId, licenseeId), eq(waitingList.accountId, accountId))
  const [entry] = await db
    .select({ patientId: waitingList.patientId })
    .from(waitingList)
    .where(and(eq(waitingList.id, id), isOwn))
  return entry?.patientId
}

/** Returns all entries of a practice; those who have not been notified yet come first. */
export async function waitingAt(db: Db, { licenseeId }: Pick<HoldOwner, 'licenseeId'>): Promise<Waiting[]> {
  const { notifiedAt, createdAt } = waitingList
  const inTurn = [sql`${notifiedAt} asc nulls first`, asc(createdAt)]
  return waitingFrom(
    await db
      .select()
      .from(waitingList)
      .where(eq(waitingList.licenseeId, licenseeId))
      .orderBy(...inTurn),
  )
}

/** Corrects offers that were made before the clock was set back: nobody may have one for longer than `offerMs`. */
export async function correctOffers(db: Db, { at, offerMs }: { at: Date; offerMs: number }): Promise<void> {
  const end = new Date(at.getTime() + offerMs)
  await db
    .update(waitingList)
    .set({ offerEndsAt: end })
    .where(gt(waitingList.offerEndsAt, latestStamp(end)))
}

/**
 * Ends expired offers, so that the time can be offered to the next person. Returns the entries whose screens have
 * changed.
 */
export async function endOffers(db: Db, { at }: { at: Date }): Promise<Waiting[]> {
  return waitingFrom(
    await db
      .update(waitingList)
      .set({ offer: null, offerKey: null, offerEndsAt: null })
      .where(lte(waitingList.offerEndsAt, at))
      .returning(),
  )
}

/** Returns false when the time is offered to another person, or the person already has an offer. */
export async function makeOffer(
  db: Db,
  { id, licenseeId, time, notified, at, endsAt }: Pick<Waiting, 'id' | 'licenseeId' | 'notified'> & Offering,
): Promise<boolean> {
  const offerKey = keyOf(time)
  const isFree = sql`not exists (select 1 from waiting_list other where other.licensee_id = ${licenseeId} and other.offer_key = ${offerKey})`
  const made = await db
    .update(waitingList)
    .set({ offer: time, offerKey, offerEndsAt: endsAt, notifiedAt: at, notified: [...notified, offerKey] })
    .where(and(eq(waitingList.id, id), isNull(waitingList.offerKey), isFree))
    .returning({ id: waitingList.id })
  return made.length > 0
}

interface Offering {
  time: FreeTime
  at: Date
  endsAt: Date
}

/** Keeps only these as notified: a time that was booked meanwhile may be offered again when it is released. */
export async function keepNotified(db: Db, { id, notified }: Pick<Waiting, 'id' | 'notified'>): Promise<void> {
  await db.update(waitingList).set({ notified }).where(eq(waitingList.id, id))
}

/** Removes a person's matching entries after they have booked. */
export async function endWaiting(db: Db, owner: HoldOwner, request: Omit<WaitingRequest, 'typeId'>): Promise<void> {
  const anyOr = (column: typeof waitingList.providerId | typeof waitingList.facilityId, id: string) =>
    inArray(column, ['', id])
  await db
    .delete(waitingList)
    .where(
      and(
        isOf(owner),
        eq(waitingList.mode, request.mode),
        anyOr(waitingList.providerId, request.providerId),
        anyOr(waitingList.facilityId, request.facilityId),
      ),
    )
}

export async function forgetWaiting(db: Db, { before }: { before: string }): Promise<void> {
  await db.delete(waitingList).where(lt(waitingList.untilDay, before))
}

function isOf({ licenseeId, accountId, patientId }: HoldOwner) {
  return and(
    eq(waitingList.licenseeId, licenseeId),
    eq(waitingList.accountId, accountId),
    eq(waitingList.patientId, patientId),
  )
}

function waitingFrom(rows: (typeof waitingList.$inferSelect)[]): Waiting[] {
  return rows.map((row) => ({
    ...row,
    details: row.details as WaitingDetails, // only joinList writes it
    offer: row.offer as FreeTime | null, // only makeOffer writes it
  }))
}
