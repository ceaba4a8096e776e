import { and, eq, lte } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { unsentReviews } from '../../db/schema.ts'
import { giveBackUse, useCapability, type CapabilityPlace } from '../../ui/capability-store.ts'

export interface KeptReview {
  licenseeId: string
  appointmentId: string
  stars: number
  comments: string
}

type About = Pick<KeptReview, 'licenseeId' | 'appointmentId'>

/** Uses a link up and keeps what is said by it, both or neither. False when it was used already or has ended. */
export function keepReview(
  db: Db,
  { place, review, at }: { place: CapabilityPlace; review: KeptReview; at: Date },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const kept = await tx
      .insert(unsentReviews)
      .values({ ...review, sendingSince: at })
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

/** Takes what nobody has sent since `before`: of many processes one gets each. */
export function takeUnsent(db: Db, { at, before }: { at: Date; before: Date }): Promise<KeptReview[]> {
  return db.update(unsentReviews).set({ sendingSince: at }).where(lte(unsentReviews.sendingSince, before)).returning()
}

function isAbout({ licenseeId, appointmentId }: About) {
  return and(eq(unsentReviews.licenseeId, licenseeId), eq(unsentReviews.appointmentId, appointmentId))
}
