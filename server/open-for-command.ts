import { join } from 'node:path'
import { readConfig, type Config } from './config.ts'
import { FolderInUse, lockFolder } from './db/folder-lock.ts'
import { migrate } from './db/migrate.ts'
import { openDatabase } from './db/open.ts'
import type { Db } from './db/open.ts'
import { portalMigrations } from './places.ts'
import { sentenceFor } from './start-error.ts'

/**
 * Opens the database of the portal for a command of an operator, with all migrations. Throws FolderInUse while the portal
 * runs on an embedded database.
 */
export async function openForCommand(config: Config, name: string): Promise<{ db: Db; close: () => Promise<void> }> {
  const unlock = config.databaseUrl
    ? () => undefined
    : lockFolder(config.dataDir, { port: 0, sandboxPort: 0, token: name })
  try {
    const database = await openDatabase({ url: config.databaseUrl, folder: join(config.dataDir, 'portal') })
    const close = async () => {
      await database.close()
      unlock()
    }
    try {
      await migrate(database, portalMigrations)
    } catch (error) {
      await close()
      throw error
    }
    return { db: database.db, close }
  } catch (error) {
    unlock()
    throw error
  }
}

export interface CommandOptions {
  argv: readonly string[]
  /** Prints one line. */
  out: (line: string) => void
}

/** Runs a command in this process. `failed` begins the sentence about an error that nobody expected. */
export async function runCommand(
  run: (options: CommandOptions, config: () => Config) => Promise<number>,
  failed: string,
): Promise<void> {
  try {
    const out = (line: string) => void process.stdout.write(`${line}\n`)
    process.exitCode = await run({ argv: process.argv.slice(2), out }, () => readConfig(process.env))
  } catch (error) {
    process.stderr.write(`${failed} ${reasonOf(error)}\n`)
    process.exitCode = 1
  }
}

/** Says why a command has failed, for the person who runs it. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof FolderInUse)) return sentenceFor(error)
  return `The portal is running (process ${error.note.pid}), and its embedded database takes one process at a time.
Stop the portal (Ctrl+C where it was started), run this command again, then start the portal again.
With a PostgreSQL database (DATABASE_URL) it need not be stopped.`
}
