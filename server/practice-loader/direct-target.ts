import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { lockFolder } from '../db/folder-lock.ts'
import { openDatabase, type Database, type OpenOptions } from '../db/open.ts'
import { prepareDatabase } from '../sandbox/prepare-database.ts'
import { loadFile, prepareLoading } from './load-file.ts'
import { stopped, type LoadTarget } from './load-target.ts'

/** Creates the record server's own tables and practices, as its first start does. */
async function prepareRecordServer(database: Database, now: Date): Promise<void> {
  await prepareDatabase(database, now.getTime())
  await prepareLoading(database)
}

/** Opens the record server's database in a folder that no other process uses; it stays locked until `unlock`. */
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
