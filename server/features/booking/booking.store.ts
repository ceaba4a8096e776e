import { and, eq, gt, inArray, lt, lte, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { holds } from '../../db/schema.ts'
import type { VisitMode } from '../../gateways/emr/emr.ts'

/** What dialogs and the confirmation show. */
export interface HoldDetails {
  typeId: string
  typeName: string
  providerName: string
  facilityName: string
  facilityAddress: string
  facilityPhone: string
  mapUrl?: string
  /** IANA zone of the facility. */
  timeZone: string
  /** A booking was tried and its outcome is not known: ask the record server before letting go. */
  attempted?: boolean
  /** The appointment that is moved to this time, instead of a new one, and when it was until then. */
  moves?: { appointmentId: string; startsAt: string }
}

/** `held` → `booking` → `booked`; from the first two also → `released`; a booking that failed goes back to `held`. */
type HoldState = 'held' | 'booking' | 'booked' | 'released'

export interface Hold {
  id: string
  licenseeId: string
  accountId: number
  patientId: string
  slotId: string
  mode: VisitMode
  providerId: string
  facilityId: string
  startsAt: Date
  minutes: number
  details: HoldDetails
  state: HoldState
  appointmentId: string | null
  endsAt: Date
  changedAt: Date
}

export interface HoldOwner {
  licenseeId: string
  accountId: number
  patientId: string
}

export interface HoldAt {
  id: string
  at: Date
}

/** False when the person has another hold that was not let go of. */
export async function insertHold(db: Db, hold: Hold): Promise<boolean> {
  const made = await db.insert(holds).values(hold).onConflictDoNothing().returning({ id: holds.id })
  return made.length === 1
}

/** Nobody but its owner finds a hold. */
export async function findHold(db: Db, { id, owner }: { id: string; owner: HoldOwner }): Promise<Hold | undefined> {
  const { licenseeId, accountId, patientId } = owner
  const mine = and(
    eq(holds.id, id),
    eq(holds.licenseeId, licenseeId),
    eq(holds.accountId, accountId),
    eq(holds.patientId, patientId),
  )
  return holdsOf(await db.select().from(holds).where(mine)).at(0)
}

/** Whoever's it is: for work beside requests. */
export async function readHold(db: Db, id: string): Promise<Hold | undefined> {
  return holdsOf(await db.select().from(holds).where(eq(holds.id, id))).at(0)
}

/** The one hold of an account that is neither booked nor released. */
export async function findOpenHold(
  db: Db,
  { licenseeId, accountId }: Omit<HoldOwner, 'patientId'>,
): Promise<Hold | undefined> {
  const open = and(
    eq(holds.licenseeId, licenseeId),
    eq(holds.accountId, accountId),
    inArray(holds.state, ['held', 'booking']),
  )
  return holdsOf(await db.select().from(holds).where(open)).at(0)
}

/** Of many that try, one may book; none once the hold has ended. */
export async function claimForBooking(db: Db, { id, at }: HoldAt): Promise<boolean> {
  const mine = and(eq(holds.id, id), eq(holds.state, 'held'), sql`${holds.endsAt} > ${at.toISOString()}::timestamptz`)
  return changed(await db.update(holds).set({ state: 'booking', changedAt: at }).where(mine).returning())
}

/** Takes a held slot out of its owner's hands to ask the record server what became of it. */
export async function claimForSettling(db: Db, { id, at }: HoldAt): Promise<boolean> {
  return changed(await db.update(holds).set({ state: 'booking', changedAt: at }).where(inState(id, 'held')).returning())
}

export async function markBooked(
  db: Db,
  { id, at, appointmentId }: HoldAt & { appointmentId: string },
): Promise<boolean> {
  return changed(
    await db
      .update(holds)
      .set({ state: 'booked', appointmentId, changedAt: at })
      .where(inState(id, 'booking'))
      .returning(),
  )
}

/**
 * Bookings of portal 0.3 and earlier whose reminder the record server has not taken since `before`. Each is returned once:
 * the mark goes.
 */
export async function takeMarkedReminders(db: Db, { before }: { before: Date }): Promise<Hold[]> {
  const isMarked = sql`${holds.details} ->> 'reminderDue' is not null`
  const due = and(eq(holds.state, 'booked'), isMarked, lte(holds.changedAt, before))
  const unmarked = { details: sql`${holds.details} - 'reminderDue'` }
  return holdsOf(await db.update(holds).set(unmarked).where(due).returning())
}

/** After a booking whose outcome is not known. */
export async function markHeldAgain(db: Db, { id, at, details }: HoldAt & { details: HoldDetails }): Promise<void> {
  await db
    .update(holds)
    .set({ state: 'held', details: { ...details, attempted: true }, changedAt: at })
    .where(inState(id, 'booking'))
}

export async function markReleased(db: Db, { id, at, from }: HoldAt & { from: 'held' | 'booking' }): Promise<boolean> {
  return changed(await db.update(holds).set({ state: 'released', changedAt: at }).where(inState(id, from)).returning())
}

/** Ends what an account holds before its time; false when it holds nothing. A booking that runs is left to end. */
export async function endHoldOf(
  db: Db,
  { licenseeId, accountId, at }: Omit<HoldOwner, 'patientId'> & Pick<HoldAt, 'at'>,
): Promise<boolean> {
  const held = and(eq(holds.licenseeId, licenseeId), eq(holds.accountId, accountId), eq(holds.state, 'held'))
  const ended = await db
    .update(holds)
    .set({ endsAt: at })
    .where(and(held, gt(holds.endsAt, at)))
    .returning()
  return ended.length > 0
}

/** Ended holds that nobody tried to book, each to one of those who sweep. */
export async function takeEnded(db: Db, { at }: { at: Date }): Promise<Hold[]> {
  const ended = and(eq(holds.state, 'held'), lte(holds.endsAt, at), sql`${holds.details} ->> 'attempted' is null`)
  return holdsOf(await db.update(holds).set({ state: 'released', changedAt: at }).where(ended).returning())
}

/** Holds with an unknown outcome: ended after a try, or left by a process that was killed. Each to one of those who sweep. */
export async function takeUnsettled(
  db: Db,
  { at, abandonedBefore }: { at: Date; abandonedBefore: Date },
): Promise<Hold[]> {
  const tried = and(eq(holds.state, 'held'), lte(holds.endsAt, at), sql`${holds.details} ->> 'attempted' is not null`)
  const left = and(eq(holds.state, 'booking'), lte(holds.changedAt, abandonedBefore))
  const taken = { state: 'booking', changedAt: at } as const
  return holdsOf([
    ...(await db.update(holds).set(taken).where(tried).returning()),
    ...(await db.update(holds).set(taken).where(left).returning()),
  ])
}

export async function forgetHolds(db: Db, { before }: { before: Date }): Promise<void> {
  await db.delete(holds).where(and(inArray(holds.state, ['booked', 'released']), lt(holds.changedAt, before)))
}

function inState(id: string, state: HoldState) {
  return and(eq(holds.id, id), eq(holds.state, state))
}

function changed(rows: unknown[]): boolean {
  return rows.length === 1
}

function holdsOf(rows: (typeof holds.$inferSelect)[]): Hold[] {
  return rows.map((row) => ({ ...row, details: row.details as HoldDetails })) // written by this store only
}
