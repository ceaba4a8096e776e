import { and, eq, gt, isNull, lt } from 'drizzle-orm'
import type { Effect } from '../../schemas/effect.ts'
import type { Db } from '../db/open.ts'
import { idempotencyKeys } from '../db/schema.ts'
import { latestStamp } from './latest-stamp.ts'

export interface ActionKey {
  /** The owner of the key: a session, or an address. */
  owner: string
  key: string
}

/** Effects may show a one-time password: they are stored encrypted. Versions before 0.7 have stored them in clear. */
export type StoredEffects = { encrypted: string } | Effect[]

export type Claim =
  | { state: 'mine' }
  | { state: 'done'; stored: StoredEffects; fileHash: string | null }
  | { state: 'running' }
  | { state: 'foreign' }

/**
 * A run that gave no sign of life for longer than this was aborted, for instance with its process, and may be taken
 * over.
 */
const abandonedAfterMs = 30_000

/** Claims a key for one run, or returns the state of the run that has it. */
export async function claimKey(
  db: Db,
  { owner, key, action, inputHash, at }: ActionKey & { action: string; inputHash: string; at: Date },
): Promise<Claim> {
  const made = await db
    .insert(idempotencyKeys)
    .values({ owner, key, action, inputHash, startedAt: at })
    .onConflictDoNothing()
    .returning()
  if (made.length === 1) return { state: 'mine' }
  const [row] = await db.select().from(idempotencyKeys).where(mine({ owner, key }))
  if (!row) return { state: 'running' } // released in between
  if (row.action !== action || row.inputHash !== inputHash) return { state: 'foreign' }
  if (row.effects) {
    const stored = row.effects as StoredEffects // written only by keepEffects
    return { state: 'done', stored, fileHash: row.fileHash }
  }
  const abandoned = and(
    mine({ owner, key }),
    isNull(idempotencyKeys.effects),
    lt(idempotencyKeys.startedAt, new Date(at.getTime() - abandonedAfterMs)),
  )
  const taken = await db.update(idempotencyKeys).set({ startedAt: at }).where(abandoned).returning()
  return taken.length === 1 ? { state: 'mine' } : { state: 'running' }
}

/** Renews the sign of life of a run. */
export async function touchKey(db: Db, { owner, key, at }: ActionKey & { at: Date }): Promise<void> {
  await db.update(idempotencyKeys).set({ startedAt: at }).where(mine({ owner, key }))
}

export async function keepEffects(
  db: Db,
  { owner, key, encrypted, fileHash }: ActionKey & { encrypted: string; fileHash: string | null },
): Promise<void> {
  await db
    .update(idempotencyKeys)
    .set({ effects: { encrypted } satisfies StoredEffects, fileHash })
    .where(mine({ owner, key }))
}

/** Releases the key after a failure, so that the person can try again. */
export async function releaseKey(db: Db, id: ActionKey): Promise<void> {
  await db.delete(idempotencyKeys).where(mine(id))
}

/** Corrects the signs of life of before the clock was set back: what was aborted then may be taken over again. */
export async function correctKeys(db: Db, { at }: { at: Date }): Promise<void> {
  await db
    .update(idempotencyKeys)
    .set({ startedAt: at })
    .where(gt(idempotencyKeys.startedAt, latestStamp(at)))
}

export async function deleteOldKeys(db: Db, { before }: { before: Date }): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.startedAt, before))
}

function mine({ owner, key }: ActionKey) {
  return and(eq(idempotencyKeys.owner, owner), eq(idempotencyKeys.key, key))
}
