import { and, asc, eq, lte, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { unsentReviews } from '../../db/schema.ts'
import { giveBackUse, useCapability, type CapabilityPlace } from '../../protocol/capability-store.ts'

export interface KeptReview {
  licenseeId: string
  appointmentId: string
  stars: number
  comments: string
}

export interface UnsentReview extends KeptReview {
  keptAt: Date
  tries: number
}

/** Longer than any call to the record server takes; then another process may send it. */
const leaseMs = 20_000

type About = Pick<KeptReview, 'licenseeId' | 'appointmentId'>

/** Uses a link up and keeps what is said by it, both or neither. False when it was used already or has ended. */
export function keepReview(
  db: Db,
  { place, review, at }: { place: CapabilityPlace; review: KeptReview; at: Date },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const kept = await tx
      .insert(unsentReviews)
      .values({ ...review, keptAt: at, nextTryAt: new Date(at.getTime() + leaseMs) })
      .onConflictDoNothing()
      .returning({ id: unsentReviews.appointmentId })
    if (kept.length === 0) return false
    if (await useCapability(tx, { ...place, at })) return true
    await settleReview(tx, review)
    return false
  })
}

/** The record server has it, or knows no such visit. */
export async function settleReview(db: Db, review: About): Promise<void> {
  await db.delete(unsentReviews).where(isAbout(review))
}

/** It was not taken: the person can say it again by the same link, unless another process has sent it since. */
export async function takeBackReview(
  db: Db,
  { place, review }: { place: CapabilityPlace; review: About },
): Promise<void> {
  await db.transaction(async (tx) => {
    const found = await tx.delete(unsentReviews).where(isAbout(review)).returning({ id: unsentReviews.appointmentId })
    if (found.length > 0) await giveBackUse(tx, place)
  })
}

/** The stars of a review that the record server does not have yet. */
export async function unsentStars(db: Db, review: About): Promise<number | undefined> {
  const [found] = await db.select({ stars: unsentReviews.stars }).from(unsentReviews).where(isAbout(review))
  return found?.stars
}

/** Takes the one that is longest due: of many processes one gets each. */
export async function takeUnsent(db: Db, { at }: { at: Date }): Promise<UnsentReview | undefined> {
  const due = db
    .select({ licenseeId: unsentReviews.licenseeId, appointmentId: unsentReviews.appointmentId })
    .from(unsentReviews)
    .where(lte(unsentReviews.nextTryAt, at))
    .orderBy(asc(unsentReviews.nextTryAt))
    .limit(1)
    .for('update', { skipLocked: true })
  const [taken] = await db
    .update(unsentReviews)
    .set({ tries: sql`${unsentReviews.tries} + 1`, nextTryAt: new Date(at.getTime() + leaseMs) })
    .where(sql`(${unsentReviews.licenseeId}, ${unsentReviews.appointmentId}) in ${due}`)
    .returning()
  return taken
}

export async function postponeReview(db: Db, { review, until }: { review: About; until: Date }): Promise<void> {
  await db.update(unsentReviews).set({ nextTryAt: until }).where(isAbout(review))
}

function isAbout({ licenseeId, appointmentId }: About) {
  return and(eq(unsentReviews.licenseeId, licenseeId), eq(unsentReviews.appointmentId, appointmentId))
}
