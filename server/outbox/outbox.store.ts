import { and, asc, eq, inArray, lt, lte, type InferSelectModel } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { outboxLetters } from '../db/schema.ts'

/**
 * `waiting` → `sending` → `sent` or `given up`, or back to `waiting`. While it is `sending`, `nextTryAt` is the end of
 * the lease of whoever sends it: past that, another one may take it up.
 */
export type LetterRow = InferSelectModel<typeof outboxLetters>

export async function insertLetter(db: Db, letter: LetterRow): Promise<void> {
  await db.insert(outboxLetters).values(letter)
}

/** Those whose turn it is, the longest due first. */
export function dueLetters(db: Db, { at, most }: { at: Date; most: number }): Promise<LetterRow[]> {
  const isDue = and(inArray(outboxLetters.state, ['waiting', 'sending']), lte(outboxLetters.nextTryAt, at))
  return db.select().from(outboxLetters).where(isDue).orderBy(asc(outboxLetters.nextTryAt)).limit(most)
}

/** Of many that saw a letter due, one may send it. */
export async function claimLetter(
  db: Db,
  { seen, at, leaseEndsAt }: { seen: LetterRow; at: Date; leaseEndsAt: Date },
): Promise<LetterRow | undefined> {
  const claimed = await db
    .update(outboxLetters)
    .set({ state: 'sending', tries: seen.tries + 1, nextTryAt: leaseEndsAt, changedAt: at })
    .where(asSeen(seen))
    .returning()
  return claimed[0]
}

/** A letter may hold a code: its words go when nobody needs them any more. */
export async function finishLetter(
  db: Db,
  { seen, at, state }: { seen: LetterRow; at: Date; state: 'sent' | 'given up' },
): Promise<void> {
  await db.update(outboxLetters).set({ state, body: '', nextTryAt: at, changedAt: at }).where(asSeen(seen))
}

export async function postponeLetter(
  db: Db,
  { seen, at, nextTryAt }: { seen: LetterRow; at: Date; nextTryAt: Date },
): Promise<void> {
  await db.update(outboxLetters).set({ state: 'waiting', nextTryAt, changedAt: at }).where(asSeen(seen))
}

export async function deleteFinished(db: Db, { before }: { before: Date }): Promise<void> {
  const isOld = and(inArray(outboxLetters.state, ['sent', 'given up']), lt(outboxLetters.changedAt, before))
  await db.delete(outboxLetters).where(isOld)
}

/** Each try has a number, so whoever comes late from an earlier one changes nothing. */
function asSeen({ id, state, tries }: LetterRow) {
  return and(eq(outboxLetters.id, id), eq(outboxLetters.state, state), eq(outboxLetters.tries, tries))
}
