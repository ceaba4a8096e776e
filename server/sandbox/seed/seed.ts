import { sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { areas } from '../areas.ts'
import { rowsOf } from '../../db/rows.ts'
import { insertRowsOf } from './insert-rows.ts'
import { drawPractice } from './demo-practice.ts'
import { lakeside } from './lakeside.ts'
import { northgate } from './northgate.ts'

/** Fills an empty record server with the demo practices, their dates around `now`; all of it or nothing. */
export async function seedIfEmpty(db: Db, now: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(720313)`) // two processes may start together
    const known = await rowsOf(tx, sql`select practice from practices limit 1`)
    if (known.length > 0) return
    for (const plan of [lakeside, northgate]) {
      const practice = drawPractice(plan, now)
      for (const { seed, settings = {} } of areas) {
        await seed?.(tx, practice)
        await seedSettings(tx, { practice: plan.practice, settings: settings[plan.practice] ?? {} })
      }
    }
  })
}

function seedSettings(
  db: Db,
  { practice, settings }: { practice: string; settings: Readonly<Record<string, string>> },
): Promise<void> {
  const table = { practice, name: 'admin_settings', columns: { name: 'text', value: 'text' } }
  return insertRowsOf(
    db,
    table,
    Object.entries(settings).map(([name, value]) => ({ name, value })),
  )
}
