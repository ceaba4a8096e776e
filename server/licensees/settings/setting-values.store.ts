import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { settingValues } from '../../db/schema.ts'
import type { Setting, SettingValue } from './definition.ts'

export interface StoredSetting {
  name: string
  /** null: reset. */
  value: SettingValue | null
  /** The value of a secret setting, which is stored encrypted; then `value` is null. */
  encrypted?: string
  /** What the last change replaced; null: nothing was changed here before. Missing if that is not kept. */
  previous?: SettingValue | null
  version: number
  changedBy: string
  changedAt: Date
}

/**
 * The stored form of a value. Drizzle parses text from jsonb a second time, so that a bare '10017' would become a
 * number.
 */
interface Kept {
  value: SettingValue | null
  encrypted?: string
  previous?: SettingValue | null
}

export async function readSettings(db: Db, { licenseeId }: { licenseeId: string }): Promise<StoredSetting[]> {
  const rows = await db.select().from(settingValues).where(eq(settingValues.licenseeId, licenseeId))
  return rows.map((row) => ({ ...row, ...keptIn(row) }))
}

function keptIn({ value }: typeof settingValues.$inferSelect): Kept {
  return (value as Kept | null) ?? { value: null } // written only below; null by versions before 0.4
}

export interface SettingChange {
  licenseeId: string
  setting: Setting
  /** null: reset. */
  value: SettingValue | null
  /** The version that the person saw; 0 for a setting never changed here. */
  seenVersion: number
  /** Of a secret: the value as it is stored, and the replaced one is not kept. Null for a secret that is reset. */
  encrypted?: string | null
  by: string
  at: Date
}

function secretKept(encrypted: string | null): Kept {
  return { value: null, ...(encrypted === null ? {} : { encrypted }) }
}

/** Encrypts the secrets that versions before 0.7 have stored in clear, and forgets what they replaced. */
export async function encryptSecrets(
  db: Db,
  {
    names,
    encrypted,
  }: { names: readonly string[]; encrypted: (of: { licenseeId: string; name: string }, value: string) => string },
): Promise<void> {
  const rows = await db
    .select()
    .from(settingValues)
    .where(inArray(settingValues.name, [...names]))
  for (const row of rows) {
    const { value, previous } = keptIn(row)
    if (value === null && previous === undefined) continue
    const text = typeof value === 'string' ? encrypted(row, value) : null
    const { licenseeId, name, version } = settingValues
    await db
      .update(settingValues)
      .set({ value: secretKept(text) })
      .where(and(eq(licenseeId, row.licenseeId), eq(name, row.name), eq(version, row.version)))
  }
}

/** Writes the value unless someone else changed it first; then returns false and changes nothing. */
export async function writeSetting(db: Db, change: SettingChange): Promise<boolean> {
  const { licenseeId, setting, value, seenVersion, encrypted, by, at } = change
  const row = (previous: SettingValue | null) => {
    const kept: Kept = encrypted === undefined ? { value, previous } : secretKept(encrypted)
    return { value: kept, version: seenVersion + 1, changedBy: by, changedAt: at }
  }
  if (seenVersion === 0) {
    const made = await db
      .insert(settingValues)
      .values({ licenseeId, name: setting.name, ...row(null) })
      .onConflictDoNothing()
      .returning({ version: settingValues.version })
    return made.length === 1
  }
  const mine = and(
    eq(settingValues.licenseeId, licenseeId),
    eq(settingValues.name, setting.name),
    eq(settingValues.version, seenVersion),
  )
  const [before] = await db.select().from(settingValues).where(mine)
  if (!before) return false
  const changed = await db
    .update(settingValues)
    .set(row(keptIn(before).value))
    .where(mine)
    .returning({ version: settingValues.version })
  return changed.length === 1
}
