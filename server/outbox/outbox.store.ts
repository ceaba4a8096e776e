import { and, eq, inArray, lt, lte, sql, type InferSelectModel } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { outboxLetters } from '../db/schema.ts'

/**
 * A message is `waiting` for its job, or `sending` in the request that tries it at once, and then `sent` or `given up`.
 * Its tries are those of its job.
 */
export type MessageRow = Omit<InferSelectModel<typeof outboxLetters>, 'tries' | 'nextTryAt'>

const isOpen = inArray(outboxLetters.state, ['waiting', 'sending'])

export async function insertMessage(db: Db, message: MessageRow): Promise<void> {
  await db.insert(outboxLetters).values(message)
}

/** Undefined when it was sent or given up. */
export async function openMessage(db: Db, id: string): Promise<MessageRow | undefined> {
  const [open] = await db
    .select()
    .from(outboxLetters)
    .where(and(eq(outboxLetters.id, id), isOpen))
  return open
}

/** Once. A message may hold a code: its words go when nobody needs them any more. */
export async function finishMessage(
  db: Db,
  { id, at, state }: { id: string; at: Date; state: 'sent' | 'given up' },
): Promise<void> {
  await db
    .update(outboxLetters)
    .set({ state, body: '', changedAt: at })
    .where(and(eq(outboxLetters.id, id), isOpen))
}

/** Leaves it to its job. */
export async function leaveMessage(db: Db, { id, at }: { id: string; at: Date }): Promise<void> {
  await db
    .update(outboxLetters)
    .set({ state: 'waiting', changedAt: at })
    .where(and(eq(outboxLetters.id, id), eq(outboxLetters.state, 'sending')))
}

/**
 * Messages without a job that are due, or whose sender has died. Each is returned once; a portal of version 0.3 that has
 * seen one as well finds another number of tries and leaves it.
 */
export async function takeEarlierMessages(db: Db, { at }: { at: Date }): Promise<string[]> {
  const { id, tries, nextTryAt } = outboxLetters
  const taken = await db
    .update(outboxLetters)
    .set({ nextTryAt: null, tries: sql`${tries} + 1` })
    .where(and(isOpen, lte(nextTryAt, at)))
    .returning({ id })
  return taken.map((message) => message.id)
}

export async function deleteFinished(db: Db, { before }: { before: Date }): Promise<void> {
  const isOld = and(inArray(outboxLetters.state, ['sent', 'given up']), lt(outboxLetters.changedAt, before))
  await db.delete(outboxLetters).where(isOld)
}
