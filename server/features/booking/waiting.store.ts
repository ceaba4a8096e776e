import { and, asc, eq, inArray, isNull, lt, lte, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { waitingList } from '../../db/schema.ts'
import type { VisitMode } from '../../gateways/emr/emr.ts'
import type { HoldOwner } from './booking.store.ts'
import { keyOf, type FreeTime } from './waiting.rules.ts'

/** What somebody waits for. An empty provider or facility means any. */
export interface WaitingWish {
  mode: VisitMode
  typeId: string
  providerId: string
  facilityId: string
}

interface WaitingDetails {
  /** Whom or where the person waits for, in words. */
  what: string
  /** IANA zone in which days are meant. */
  timeZone: string
  /** Scheme, host and port under which links lead here. */
  origin: string
}

export interface Waiting extends WaitingWish, HoldOwner {
  id: string
  untilDay: string
  details: WaitingDetails
  told: string[]
  offer: FreeTime | null
  offerEndsAt: Date | null
  createdAt: Date
}

/** Waiting for the same again only changes until when. */
export async function joinList(db: Db, waiting: Waiting): Promise<void> {
  const { accountId, patientId, mode, typeId, providerId, facilityId } = waitingList
  await db
    .insert(waitingList)
    .values(waiting)
    .onConflictDoUpdate({
      target: [accountId, patientId, mode, typeId, providerId, facilityId],
      set: { untilDay: waiting.untilDay, details: waiting.details, told: waiting.told },
    })
}

/** False when the person waits for no such thing. */
export async function leaveList(db: Db, { id, owner }: { id: string; owner: HoldOwner }): Promise<boolean> {
  const gone = await db
    .delete(waitingList)
    .where(and(eq(waitingList.id, id), isOf(owner)))
    .returning({ id: waitingList.id })
  return gone.length > 0
}

export async function waitingOf(db: Db, owner: HoldOwner): Promise<Waiting[]> {
  return waitingFrom(await db.select().from(waitingList).where(isOf(owner)).orderBy(asc(waitingList.createdAt)))
}

/** All of a practice, in turn: who was told of a time stands behind those who were not. */
export async function waitingAt(db: Db, { licenseeId }: Pick<HoldOwner, 'licenseeId'>): Promise<Waiting[]> {
  const { toldAt, createdAt } = waitingList
  const inTurn = [sql`${toldAt} asc nulls first`, asc(createdAt)]
  return waitingFrom(
    await db
      .select()
      .from(waitingList)
      .where(eq(waitingList.licenseeId, licenseeId))
      .orderBy(...inTurn),
  )
}

/** Offers that nobody took up, so that the next one may be told. Answers whose screens have changed. */
export async function endOffers(db: Db, { at }: { at: Date }): Promise<Waiting[]> {
  return waitingFrom(
    await db
      .update(waitingList)
      .set({ offer: null, offerKey: null, offerEndsAt: null })
      .where(lte(waitingList.offerEndsAt, at))
      .returning(),
  )
}

/** False when the time is offered to somebody else, or the person has an offer already. */
export async function makeOffer(
  db: Db,
  { id, licenseeId, time, told, at, endsAt }: Pick<Waiting, 'id' | 'licenseeId' | 'told'> & Offering,
): Promise<boolean> {
  const offerKey = keyOf(time)
  const isFree = sql`not exists (select 1 from waiting_list other where other.licensee_id = ${licenseeId} and other.offer_key = ${offerKey})`
  const made = await db
    .update(waitingList)
    .set({ offer: time, offerKey, offerEndsAt: endsAt, toldAt: at, told: [...told, offerKey] })
    .where(and(eq(waitingList.id, id), isNull(waitingList.offerKey), isFree))
    .returning({ id: waitingList.id })
  return made.length > 0
}

interface Offering {
  time: FreeTime
  at: Date
  endsAt: Date
}

/** A time that is taken meanwhile is news when it is free again. */
export async function keepTold(db: Db, { id, told }: Pick<Waiting, 'id' | 'told'>): Promise<void> {
  await db.update(waitingList).set({ told }).where(eq(waitingList.id, id))
}

/** Who has an appointment waits no longer for one. */
export async function endWaiting(db: Db, owner: HoldOwner, wish: Omit<WaitingWish, 'typeId'>): Promise<void> {
  const anyOr = (column: typeof waitingList.providerId | typeof waitingList.facilityId, id: string) =>
    inArray(column, ['', id])
  await db
    .delete(waitingList)
    .where(
      and(
        isOf(owner),
        eq(waitingList.mode, wish.mode),
        anyOr(waitingList.providerId, wish.providerId),
        anyOr(waitingList.facilityId, wish.facilityId),
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
    details: row.details as WaitingDetails, // written by joinList only
    offer: row.offer as FreeTime | null, // written by makeOffer only
  }))
}
