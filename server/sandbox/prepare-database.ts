import { resolve } from 'node:path'
import { migrate } from '../db/migrate.ts'
import type { Database } from '../db/open.ts'
import { serverFolder } from '../places.ts'
import type { Area } from './area.ts'
import { areas } from './areas.ts'
import { seedIfEmpty } from './seed/seed.ts'

/** Creates the tables of the record server, and the demo practices around `now` if there is no practice yet. */
export async function prepareDatabase(database: Database, now: number): Promise<void> {
  await createTables(database, areas)
  await seedIfEmpty(database.db, now)
}

/**
 * Applies the migrations that belong to no area, then those of each area in turn. Returns the names of those applied.
 */
export function createTables(database: Database, areas: readonly Area[]): Promise<string[]> {
  const folders = ['migrations', ...areas.flatMap(({ migrations }) => migrations ?? [])]
  return migrate(database, ...folders.map((folder) => resolve(serverFolder, 'sandbox', folder)))
}
