import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { firstRow, rowsOf } from '../../../db/rows.ts'

export interface ReceivedReview {
  practice: string
  appointmentN: number
  stars: number
  comments: string
}

/** Keeps the first review of an appointment; returns false for an unknown one. */
export async function keepReview(
  db: Db,
  { practice, appointmentN, stars, comments }: ReceivedReview,
): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`update appointments set feedback = case when review_stars is null then ${comments} else feedback end,
        review_stars = coalesce(review_stars, ${stars}::int)
      where practice = ${practice} and appointment_n = ${appointmentN} returning appointment_n`,
  )
  return rows.length > 0
}

/** Returns the URL of the practice's public reviews; empty if there is none. */
export async function reviewPage(db: Db, practice: string): Promise<string> {
  const row = await firstRow<{ page: string }>(
    db,
    sql`select review_page as page from practices where practice = ${practice}`,
  )
  return row?.page ?? ''
}
