import { sql } from 'drizzle-orm'
import { StartRefused, type Config } from './config.ts'
import type { Db } from './db/open.ts'
import { rowsOf } from './db/rows.ts'
import { createEncryption, earlierKey, type Encryption } from './encryption.ts'
import { encryptedColumns, type EncryptedColumn } from './encrypted-columns.ts'
import { rewriteColumn, type Rewritten } from './rewrite-column.ts'

/**
 * Opens the encryption of what is stored. Throws StartRefused if values may be stored that none of the configured keys
 * can read: nothing is lost silently.
 */
export async function openEncryption(
  db: Db,
  { sessionSecret, encryptionKeys = { secrets: [sessionSecret], readsEarlier: true } }: EncryptionConfig,
): Promise<Encryption> {
  const encryption = createEncryption(sessionSecret, encryptionKeys)
  const used = await rowsOf<{ id: string }>(db, sql`select id from encryption_keys`)
  const missing = used.map(({ id }) => id).filter((id) => !encryption.keyIds.includes(id))
  if (missing.length > 0) throw new StartRefused(missingWords(missing))
  const [current = ''] = encryption.keyIds
  await db.execute(sql`insert into encryption_keys (id) values (${current}) on conflict do nothing`)
  return encryption
}

export type EncryptionConfig = Pick<Config, 'sessionSecret' | 'encryptionKeys'>

function missingWords(ids: readonly string[]): string {
  const names = ids.map((id) => (id === earlierKey ? id : `the key ${id}`)).join(' and ')
  return `Stored values are encrypted with keys that ENCRYPTION_KEYS does not hold: ${names}. Add what is missing after the current key, or set the SESSION_SECRET of then if that was the key; npm run secrets:rotate makes older keys unnecessary.`
}

/** Encrypts what earlier versions have stored in clear. */
export async function encryptClearValues(db: Db, encryption: Encryption): Promise<void> {
  for (const column of columns) {
    const form = encryptedColumns[column]
    if ('wasClear' in form) await rewriteColumn(db, { encryption, column, only: 'clear' })
  }
}

/**
 * Encrypts every stored value with the current key. Values that cannot be read stay as they are and are counted; older
 * keys are forgotten only if there are none. May be ended at any statement and run again.
 */
export async function rotateSecrets(db: Db, encryption: Encryption): Promise<Rewritten[]> {
  const results: Rewritten[] = []
  for (const column of columns) results.push(await rewriteColumn(db, { encryption, column, only: 'older' }))
  const [current = ''] = encryption.keyIds
  if (results.every(({ unreadable }) => unreadable === 0))
    await db.execute(sql`delete from encryption_keys where id <> ${current}`)
  return results
}

const columns = Object.keys(encryptedColumns) as EncryptedColumn[] // the keys of a literal
