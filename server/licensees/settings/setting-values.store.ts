import { and, eq } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { settingValues } from '../../db/schema.ts'
import type { Setting, SettingValue } from './definition.ts'

export interface StoredSetting {
  name: string
  /** null: reset. */
  value: SettingValue | null
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
  /** The replaced value is not kept: it is secret. */
  forgetsPrevious?: boolean
  by: string
  at: Date
}

/** Writes the value unless someone else changed it first; then returns false and changes nothing. */
export async function writeSetting(db: Db, change: SettingChange): Promise<boolean> {
  const { licenseeId, setting, value, seenVersion, forgetsPrevious, by, at } = change
  const row = (previous: SettingValue | null) => {
    const kept: Kept = { value, ...(forgetsPrevious ? {} : { previous }) }
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
