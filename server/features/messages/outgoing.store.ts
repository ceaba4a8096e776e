import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import type { OutgoingState, UnsentReason } from './outgoing.rules.ts'
import { outgoingMessages } from './schema.ts'

interface OfPatient {
  licenseeId: string
  patientId: string
}

export interface OutgoingRow extends OfPatient {
  id: string
  /** Who wrote it. */
  accountId: number
  state: OutgoingState
  /** What the last attempt came to; null before the first one has ended. */
  reason: UnsentReason | null
  /** Encrypted. */
  content: string
  writtenAt: Date
}

const { id: column, state, reason: lastReason } = outgoingMessages
const own = ({ licenseeId, patientId }: OfPatient) =>
  and(eq(outgoingMessages.licenseeId, licenseeId), eq(outgoingMessages.patientId, patientId))

/** Stores a message that is to be sent; one that is stored already is sent again if it had failed. */
export async function keepOutgoing(db: Db, row: Omit<OutgoingRow, 'state' | 'reason'>): Promise<void> {
  await db
    .insert(outgoingMessages)
    .values({ ...row, state: 'sending' })
    .onConflictDoUpdate({ target: column, set: { state: 'sending' } })
}

export async function readOutgoing(db: Db, id: string): Promise<OutgoingRow | undefined> {
  return (await db.select().from(outgoingMessages).where(eq(column, id))).at(0)
}

/** The latest come last, as in a queue. */
export function outgoingOf(db: Db, patient: OfPatient): Promise<OutgoingRow[]> {
  return db.select().from(outgoingMessages).where(own(patient)).orderBy(asc(outgoingMessages.writtenAt), asc(column))
}

export async function countFailed(db: Db, patient: OfPatient): Promise<number> {
  return db.$count(outgoingMessages, and(own(patient), eq(state, 'failed')))
}

/**
 * Notes what an attempt came to; the message is still tried. Once the record server may have it, a later attempt that
 * does not reach it changes nothing about that.
 */
export async function noteReason(db: Db, { id, reason }: { id: string; reason: UnsentReason }): Promise<void> {
  await db
    .update(outgoingMessages)
    .set({ reason: sql`case ${lastReason} when 'unconfirmed' then 'unconfirmed' else ${reason} end` })
    .where(and(eq(column, id), eq(state, 'sending')))
}

/** Ends the attempts. Without a reason that of the last attempt stays. */
export async function failOutgoing(db: Db, { id, reason }: { id: string; reason?: UnsentReason }): Promise<void> {
  await db
    .update(outgoingMessages)
    .set({ state: 'failed', reason: reason ?? sql`coalesce(${lastReason}, 'unreachable')` })
    .where(and(eq(column, id), eq(state, 'sending')))
}

/** Returns false if there is no failed message of this patient with this id. */
export async function retryOutgoing(db: Db, { id, ...patient }: OfPatient & { id: string }): Promise<boolean> {
  const moved = await db
    .update(outgoingMessages)
    .set({ state: 'sending' })
    .where(and(own(patient), eq(column, id), eq(state, 'failed')))
    .returning({ id: column })
  return moved.length > 0
}

/** Returns false if there is no failed message of this patient with this id. */
export async function discardOutgoing(db: Db, { id, ...patient }: OfPatient & { id: string }): Promise<boolean> {
  const gone = await db
    .delete(outgoingMessages)
    .where(and(own(patient), eq(column, id), eq(state, 'failed')))
    .returning({ id: column })
  return gone.length > 0
}

/** The record server has it, or it was refused while its writer waits. */
export async function forgetOutgoing(db: Db, id: string): Promise<void> {
  await db.delete(outgoingMessages).where(eq(column, id))
}
