import { and, eq } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { settingValues } from '../../db/schema.ts'
import type { SettingValue } from './definition.ts'
import type { SettingName } from './registry.ts'

export interface StoredSetting {
  name: string
  /** null: reset. */
  value: SettingValue | null
  version: number
  changedBy: string
  changedAt: Date
}

/**
 * How a value stands in its column. Drizzle parses a text that it reads from jsonb once more, so that a bare '10017'
 * would come back as a number.
 */
interface Kept {
  value: SettingValue
}

export async function readSettings(db: Db, { licenseeId }: { licenseeId: string }): Promise<StoredSetting[]> {
  const rows = await db.select().from(settingValues).where(eq(settingValues.licenseeId, licenseeId))
  return rows.map((row) => ({ ...row, value: (row.value as Kept | null)?.value ?? null })) // written below only
}

export interface SettingChange {
  licenseeId: string
  name: SettingName
  /** null: reset. */
  value: SettingValue | null
  /** The version that the person saw; 0 for a setting never changed here. */
  seenVersion: number
  by: string
  at: Date
}

/** Writes the value unless somebody else was faster; then answers false and changes nothing. */
export async function writeSetting(db: Db, change: SettingChange): Promise<boolean> {
  const { licenseeId, name, value, seenVersion, by, at } = change
  const kept: Kept | null = value === null ? null : { value }
  const row = { value: kept, version: seenVersion + 1, changedBy: by, changedAt: at }
  if (seenVersion === 0) {
    const made = await db
      .insert(settingValues)
      .values({ licenseeId, name, ...row })
      .onConflictDoNothing()
      .returning({ version: settingValues.version })
    return made.length === 1
  }
  const mine = and(
    eq(settingValues.licenseeId, licenseeId),
    eq(settingValues.name, name),
    eq(settingValues.version, seenVersion),
  )
  const changed = await db.update(settingValues).set(row).where(mine).returning({ version: settingValues.version })
  return changed.length === 1
}
