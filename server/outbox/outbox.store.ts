import { and, eq, inArray, isNotNull, isNull, lt, lte, sql, type InferSelectModel } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { outboxMessages } from '../db/schema.ts'

/**
 * A message is `waiting` for its job, or `sending` in the request that tries it at once, and then `sent` or `given up`.
 * Attempts are counted by its job.
 */
export type MessageRow = Omit<InferSelectModel<typeof outboxMessages>, 'tries' | 'nextTryAt'>

const isOpen = inArray(outboxMessages.state, ['waiting', 'sending'])
const isFinished = inArray(outboxMessages.state, ['sent', 'given up'])

export async function insertMessage(db: Db, message: MessageRow): Promise<void> {
  await db.insert(outboxMessages).values(message)
}

/** Undefined if it was sent or given up. */
export async function openMessage(db: Db, id: string): Promise<MessageRow | undefined> {
  const [open] = await db
    .select()
    .from(outboxMessages)
    .where(and(eq(outboxMessages.id, id), isOpen))
  return open
}

export type Addressee = Pick<MessageRow, 'licenseeId' | 'recipientKey'>

const addressee = { licenseeId: outboxMessages.licenseeId, recipientKey: outboxMessages.recipientKey }

/**
 * Takes effect once, and then returns to whom the message is. Deletes the words, which are no longer needed and may
 * contain a code.
 */
export async function finishMessage(
  db: Db,
  { id, at, state }: { id: string; at: Date; state: 'sent' | 'given up' },
): Promise<Addressee | undefined> {
  const [finished] = await db
    .update(outboxMessages)
    .set({ state, body: '', html: null, changedAt: at })
    .where(and(eq(outboxMessages.id, id), isOpen))
    .returning(addressee)
  return finished
}

/** Leaves a message to its job, and returns to whom it is. */
export async function leaveMessage(db: Db, { id, at }: { id: string; at: Date }): Promise<Addressee | undefined> {
  const [left] = await db
    .update(outboxMessages)
    .set({ state: 'waiting', changedAt: at })
    .where(and(eq(outboxMessages.id, id), eq(outboxMessages.state, 'sending')))
    .returning(addressee)
  return left
}

/**
 * Returns messages without a job that are due, or whose sender has died. Each is returned once; a portal of version 0.3
 * that has read the same one finds another number of attempts and skips it.
 */
export async function takeEarlierMessages(db: Db, { at }: { at: Date }): Promise<string[]> {
  const { id, tries, nextTryAt } = outboxMessages
  const taken = await db
    .update(outboxMessages)
    .set({ nextTryAt: null, tries: sql`${tries} + 1` })
    .where(and(isOpen, lte(nextTryAt, at)))
    .returning({ id })
  return taken.map((message) => message.id)
}

/** Deletes the HTML of messages that a process of an earlier version has finished: it knows the text only. */
export async function deleteLeftHtml(db: Db): Promise<void> {
  await db
    .update(outboxMessages)
    .set({ html: null })
    .where(and(isFinished, isNotNull(outboxMessages.html)))
}

export async function deleteFinished(db: Db, { before }: { before: Date }): Promise<void> {
  await db.delete(outboxMessages).where(and(isFinished, lt(outboxMessages.changedAt, before)))
}

/** Completes the messages of an earlier version, which has stored recipients in clear. */
export async function fillRecipientKeys(db: Db, keyOf: (recipient: string) => string): Promise<void> {
  const { id, recipient, recipientKey } = outboxMessages
  const rows = await db.select({ id, recipient }).from(outboxMessages).where(isNull(recipientKey))
  for (const row of rows)
    await db
      .update(outboxMessages)
      .set({ recipientKey: keyOf(row.recipient) })
      .where(and(eq(id, row.id), isNull(recipientKey), eq(recipient, row.recipient)))
}
