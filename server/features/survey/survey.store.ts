import { and, eq, lte } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { unsentReviews } from './schema.ts'
import { type AccessLinkKey, returnUse, takeUse } from '../../protocol/access-link-store.ts'

export interface KeptReview {
  licenseeId: string
  appointmentId: string
  stars: number
  comments: string
}

type About = Pick<KeptReview, 'licenseeId' | 'appointmentId'>

/**
 * Uses up a link, refused after `endsAt`, and stores the review. Returns false, and does neither, when the link was
 * already used.
 */
export async function keepReview(
  tx: Db,
  { place, review, endsAt, at }: { place: AccessLinkKey; review: KeptReview; endsAt: Date; at: Date },
): Promise<boolean> {
  const kept = await tx
    .insert(unsentReviews)
    .values({ ...review, keptAt: at })
    .onConflictDoNothing()
    .returning({ id: unsentReviews.appointmentId })
  if (kept.length === 0) return false
  if (await takeUse(tx, { place, subjectKey: review.appointmentId, uses: 1, endsAt, at })) return true
  await settleReview(tx, review)
  return false
}

/** Deletes a review that the record server has or has refused for good. */
export async function settleReview(db: Db, review: About): Promise<void> {
  await db.delete(unsentReviews).where(isAbout(review))
}

/**
 * Undoes a review that could not be sent, so that the person can rate again with the same link; does nothing if another
 * process has sent it meanwhile.
 */
export async function takeBackReview(
  db: Db,
  { place, review }: { place: AccessLinkKey; review: About },
): Promise<void> {
  await db.transaction(async (tx) => {
    const deleted = await tx.delete(unsentReviews).where(isAbout(review)).returning({ id: unsentReviews.appointmentId })
    if (deleted.length > 0) await returnUse(tx, place)
  })
}

/** Returns a review that the record server does not have yet. */
export async function keptReview(db: Db, about: About): Promise<KeptReview | undefined> {
  const [kept] = await db.select().from(unsentReviews).where(isAbout(about))
  return kept
}

/** Returns the reviews without a job that no process is sending. Each is returned once. */
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
