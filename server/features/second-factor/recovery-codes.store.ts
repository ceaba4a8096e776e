import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { recoveryCodes } from './schema.ts'

/** Replaces all codes of the account; in a transaction, so that it is never without codes. */
export async function replaceRecoveryCodes(
  tx: Db,
  { accountId, hashes }: { accountId: number; hashes: readonly string[] },
): Promise<void> {
  await dropRecoveryCodes(tx, accountId)
  await tx.insert(recoveryCodes).values(hashes.map((codeHash) => ({ accountId, codeHash })))
}

export async function dropRecoveryCodes(db: Db, accountId: number): Promise<void> {
  await db.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId))
}

/** Returns false when the account has no such code, or it was used. */
export async function useRecoveryCode(
  db: Db,
  { accountId, codeHash, at }: { accountId: number; codeHash: string; at: Date },
): Promise<boolean> {
  const unused = and(
    eq(recoveryCodes.accountId, accountId),
    eq(recoveryCodes.codeHash, codeHash),
    isNull(recoveryCodes.usedAt),
  )
  const used = await db
    .update(recoveryCodes)
    .set({ usedAt: at })
    .where(unused)
    .returning({ hash: recoveryCodes.codeHash })
  return used.length > 0
}

export async function recoveryCodesLeft(db: Db, accountId: number): Promise<number> {
  const unused = and(eq(recoveryCodes.accountId, accountId), isNull(recoveryCodes.usedAt))
  return db.$count(recoveryCodes, unused)
}
