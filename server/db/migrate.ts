import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Database, Db } from './open.ts'
import { firstRow, rowsOf } from './rows.ts'

/**
 * Applies the plain SQL files that are not applied yet, folder by folder and sorted by name. Each file and its log row
 * are written in one transaction. A file is identified by its name alone, so the same name in two folders is refused.
 * Two processes that start together on PostgreSQL wait for each other.
 */
export async function migrate(database: Database, ...folders: string[]): Promise<string[]> {
  const files = (await Promise.all(folders.map(migrationsIn))).flat()
  const names = files.map((file) => basename(file))
  const double = names.find((name, index) => names.indexOf(name) < index)
  if (double) throw new Error(`Two migrations have the name ${double}.`)
  if (await areApplied(database.db, names)) return []
  await database.runScript(
    'create table if not exists applied_migrations (name text primary key, applied_at timestamptz not null default now())',
  )
  const applied: string[] = []
  for (const file of files) {
    const name = basename(file)
    if (await applyOnce(database.db, name, await readFile(file, 'utf8'))) applied.push(name)
  }
  return applied
}

/** Reads only: the role that serves may not change tables (docs/operations.md). */
async function areApplied(db: Db, names: readonly string[]): Promise<boolean> {
  const log = await firstRow<{ name: string | null }>(db, sql`select to_regclass('applied_migrations')::text as name`)
  if (!log?.name) return false
  const known = await rowsOf<{ name: string }>(db, sql`select name from applied_migrations`)
  const applied = new Set(known.map(({ name }) => name))
  return names.every((name) => applied.has(name))
}

async function migrationsIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return names.map((name) => join(folder, name))
}

function applyOnce(db: Db, name: string, text: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(720312)`)
    if (await firstRow(tx, sql`select 1 from applied_migrations where name = ${name}`)) return false
    for (const statement of statementsOf(text)) await tx.execute(sql.raw(statement))
    await tx.execute(sql`insert into applied_migrations (name) values (${name})`)
    return true
  })
}

/** Splits a migration at semicolons that end a line; the body of a function must therefore be on one line. */
function statementsOf(text: string): string[] {
  return text
    .split(/;\s*$/m)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
