import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lockFolder } from '../../db/folder-lock.ts'
import { migrate } from '../../db/migrate.ts'
import { openDatabase, type Database, type OpenOptions } from '../../db/open.ts'
import { seedIfEmpty } from '../seed/seed.ts'
import { loadFile, prepareLoading } from './load-file.ts'
import { stopped, type LoadTarget } from './load-target.ts'

const recordServerTables = fileURLToPath(new URL('../migrations', import.meta.url))

/** The record server's own tables and practices, as if it had been started once before. */
async function prepareRecordServer(database: Database, now: Date): Promise<void> {
  await migrate(database, recordServerTables)
  await seedIfEmpty(database.db, now.getTime())
  await prepareLoading(database)
}

/** Opens the record server's database of a folder that nobody else uses; it stays locked until `unlock`. */
export async function folderTarget(folder: string, now: Date): Promise<LoadTarget & { unlock: () => void }> {
  const unlock = lockFolder(folder, { port: 0, sandboxPort: 0, token: '' })
  try {
    mkdirSync(join(folder, 'sandbox'), { recursive: true })
    return { ...(await databaseTarget({ folder: join(folder, 'sandbox') }, now)), unlock }
  } catch (error) {
    unlock()
    throw error
  }
}

export async function databaseTarget(options: OpenOptions, now: Date): Promise<LoadTarget> {
  const database = await openDatabase(options)
  try {
    await prepareRecordServer(database, now)
  } catch (error) {
    await database.close()
    throw error
  }
  let closed: Promise<void> | undefined
  return {
    load: (file, loadOptions) =>
      loadFile(database.db, file, loadOptions).catch((error: unknown) => Promise.reject(stopped(error))),
    close: () => (closed ??= database.close()),
  }
}
