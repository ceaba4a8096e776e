import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { firstRow, timestamp } from '../../../db/rows.ts'

export async function adminSetting(db: Db, practice: string, name: string): Promise<string | undefined> {
  const row = await firstRow<{ value: string }>(
    db,
    sql`select value from admin_settings where practice = ${practice} and name = ${name}`,
  )
  return row?.value
}

export interface ShortLinkQuery {
  practice: string
  code: string
  now: number
}

export async function shortLink(db: Db, { practice, code, now }: ShortLinkQuery): Promise<string | undefined> {
  const row = await firstRow<{ target: string }>(
    db,
    sql`select target from short_links where practice = ${practice} and code = ${code}
      and (expires_at is null or expires_at > ${timestamp(now)})`,
  )
  return row?.target
}
