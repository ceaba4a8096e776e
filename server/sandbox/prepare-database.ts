import { join } from 'node:path'
import { migrate } from '../db/migrate.ts'
import type { Database } from '../db/open.ts'
import { seedIfEmpty } from './seed/seed.ts'

/** Creates the tables of the record server, and the demo practices around `now` when there is no practice yet. */
export async function prepareDatabase(database: Database, now: number): Promise<void> {
  await migrate(database, join(import.meta.dirname, 'migrations'))
  await seedIfEmpty(database.db, now)
}
