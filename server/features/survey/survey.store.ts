import { and, eq, lte } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { unsentReviews } from '../../db/schema.ts'
import { type CapabilityPlace, forgetOnlyUse, noteOnlyUse } from '../../protocol/capability-store.ts'

export interface KeptReview {
  licenseeId: string
  appointmentId: string
  stars: number
  comments: string
}

type About = Pick<KeptReview, 'licenseeId' | 'appointmentId'>

/** Uses a link up and keeps what is said by it; it is refused after `endsAt`. False, and neither, when it was used already. */
export async function keepReview(
  tx: Db,
  { place, review, endsAt, at }: { place: CapabilityPlace; review: KeptReview; endsAt: Date; at: Date },
): Promise<boolean> {
  const kept = await tx
    .insert(unsentReviews)
    .values({ ...review, keptAt: at })
    .onConflictDoNothing()
    .returning({ id: unsentReviews.appointmentId })
  if (kept.length === 0) return false
  if (await noteOnlyUse(tx, { place, subjectKey: review.appointmentId, endsAt, at })) return true
  await settleReview(tx, review)
  return false
}

/** The record server has it, or never will. */
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
    if (found.length > 0) await forgetOnlyUse(tx, place)
  })
}

/** A review that the record server does not have yet. */
export async function keptReview(db: Db, about: About): Promise<KeptReview | undefined> {
  const [kept] = await db.select().from(unsentReviews).where(isAbout(about))
  return kept
}

/** Those without a job that nobody is sending. Each is returned once. */
export function takeEarlierReviews(db: Db, { at }: { at: Date }): Promise<About[]> {
  const { licenseeId, appointmentId, nextTryAt } = unsentReviews
  return db
    .update(unsentReviews)
    .set({ nextTryAt: null })
    .where(lte(nextTryAt, at))
    .returning({ licenseeId, appointmentId })
}

function isAbout({ licenseeId, appointmentId }: About) {
  return and(eq(unsentReviews.licenseeId, licenseeId), eq(unsentReviews.appointmentId, appointmentId))
}
