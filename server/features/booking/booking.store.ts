import { and, eq, gt, inArray, lt, lte, ne, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { latestStamp } from '../../protocol/latest-stamp.ts'
import { holds } from './schema.ts'
import type { VisitMode } from '../../gateways/emr/reference/reference.ts'

/** The details that dialogs and the confirmation show. */
export interface HoldDetails {
  typeId: string
  typeName: string
  providerName: string
  facilityName: string
  facilityAddress: string
  facilityPhone: string
  /** How to get there: parking, entrance. */
  facilityInfo?: string
  mapUrl?: string
  /** IANA zone of the facility. */
  timeZone: string
  /** Scheme, host and port for links to this portal; missing in holds of portal 0.3. */
  origin?: string
  /** A booking was tried and its outcome is unknown: look it up at the record server before releasing the hold. */
  attempted?: boolean
  /** The appointment that is moved to this slot, instead of a new booking, with its previous start. */
  moves?: { appointmentId: string; startsAt: string; facilityName?: string }
}

/** `held` → `booking` → `booked`; from the first two also → `released`; a failed booking returns to `held`. */
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

/** Returns false when the person already has an open hold. */
export async function insertHold(db: Db, hold: Hold): Promise<boolean> {
  const made = await db.insert(holds).values(hold).onConflictDoNothing().returning({ id: holds.id })
  return made.length === 1
}

/** Returns a hold only to its owner. */
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

/** Returns a hold of any owner, for background jobs. */
export async function readHold(db: Db, id: string): Promise<Hold | undefined> {
  return holdsOf(await db.select().from(holds).where(eq(holds.id, id))).at(0)
}

/** Returns the account's open hold, which is neither booked nor released. */
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

/** Returns how many slots other accounts hold for the same patient. */
export function countOtherHolds(db: Db, { licenseeId, accountId, patientId }: HoldOwner): Promise<number> {
  const others = and(
    eq(holds.licenseeId, licenseeId),
    eq(holds.patientId, patientId),
    ne(holds.accountId, accountId),
    inArray(holds.state, ['held', 'booking']),
  )
  return db.$count(holds, others)
}

/** Returns how many other holds of an account have been booked since a moment. */
export function countBooked(
  db: Db,
  { id, owner: { licenseeId, accountId }, since }: { id: string; owner: HoldOwner; since: Date },
): Promise<number> {
  const booked = and(
    eq(holds.licenseeId, licenseeId),
    eq(holds.accountId, accountId),
    eq(holds.state, 'booked'),
    ne(holds.id, id),
    gt(holds.changedAt, since),
  )
  return db.$count(holds, booked)
}

/** Claims a hold for booking: one of many parallel requests succeeds, none after the hold has expired. */
export async function claimForBooking(db: Db, { id, at }: HoldAt): Promise<boolean> {
  const mine = and(eq(holds.id, id), eq(holds.state, 'held'), sql`${holds.endsAt} > ${at.toISOString()}::timestamptz`)
  return changed(await db.update(holds).set({ state: 'booking', changedAt: at }).where(mine).returning())
}

/** Claims a hold in order to look up the outcome of its booking at the record server. */
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
 * Returns the bookings of portal 0.3 and earlier whose reminder the record server has not accepted since `before`. Each
 * is returned once, because its mark is removed.
 */
export async function takeMarkedReminders(db: Db, { before }: { before: Date }): Promise<Hold[]> {
  const isMarked = sql`${holds.details} ->> 'reminderDue' is not null`
  const due = and(eq(holds.state, 'booked'), isMarked, lte(holds.changedAt, before))
  const unmarked = { details: sql`${holds.details} - 'reminderDue'` }
  return holdsOf(await db.update(holds).set(unmarked).where(due).returning())
}

/** Returns a hold to `held` after a booking with an unknown outcome. */
export async function markHeldAgain(db: Db, { id, at, details }: HoldAt & { details: HoldDetails }): Promise<void> {
  await db
    .update(holds)
    .set({ state: 'held', details: { ...details, attempted: true }, changedAt: at })
    .where(inState(id, 'booking'))
}

export async function markReleased(db: Db, { id, at, from }: HoldAt & { from: 'held' | 'booking' }): Promise<boolean> {
  return changed(await db.update(holds).set({ state: 'released', changedAt: at }).where(inState(id, from)).returning())
}

/**
 * Releases an account's hold before it expires. Returns false when there is none. A booking in progress is left to
 * finish.
 */
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

/** The same for all who hold a time for a patient. */
export async function endHoldsFor(
  db: Db,
  { licenseeId, patientId, at }: Omit<HoldOwner, 'accountId'> & Pick<HoldAt, 'at'>,
): Promise<void> {
  const held = and(eq(holds.licenseeId, licenseeId), eq(holds.patientId, patientId), eq(holds.state, 'held'))
  await db
    .update(holds)
    .set({ endsAt: at })
    .where(and(held, gt(holds.endsAt, at)))
}

/** Corrects holds that were stamped before the clock was set back. Nobody may hold a time for longer than `holdMs`. */
export async function correctHolds(db: Db, { licenseeId, at, holdMs }: OfPractice & { holdMs: number }): Promise<void> {
  const isOwn = eq(holds.licenseeId, licenseeId)
  const end = new Date(at.getTime() + holdMs)
  await db
    .update(holds)
    .set({ endsAt: end })
    .where(and(isOwn, gt(holds.endsAt, latestStamp(end))))
  await db
    .update(holds)
    .set({ changedAt: at })
    .where(and(isOwn, gt(holds.changedAt, latestStamp(at))))
}

interface OfPractice {
  licenseeId: string
  at: Date
}

/** Releases and returns expired holds without a booking attempt; each is claimed by exactly one process. */
export async function takeEnded(db: Db, { licenseeId, at }: OfPractice): Promise<Hold[]> {
  const isOwn = eq(holds.licenseeId, licenseeId)
  const ended = and(
    isOwn,
    eq(holds.state, 'held'),
    lte(holds.endsAt, at),
    sql`${holds.details} ->> 'attempted' is null`,
  )
  return holdsOf(await db.update(holds).set({ state: 'released', changedAt: at }).where(ended).returning())
}

/**
 * Claims and returns holds with an unknown outcome: expired after an attempt, or abandoned by a killed process. Each is
 * claimed by exactly one process.
 */
export async function takeUnsettled(
  db: Db,
  { licenseeId, at, abandonedBefore }: OfPractice & { abandonedBefore: Date },
): Promise<Hold[]> {
  const isOwn = eq(holds.licenseeId, licenseeId)
  const tried = and(
    isOwn,
    eq(holds.state, 'held'),
    lte(holds.endsAt, at),
    sql`${holds.details} ->> 'attempted' is not null`,
  )
  const left = and(isOwn, eq(holds.state, 'booking'), lte(holds.changedAt, abandonedBefore))
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
  return rows.map((row) => ({ ...row, details: row.details as HoldDetails })) // only this store writes it
}
