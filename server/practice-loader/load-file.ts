import { join } from 'node:path'
import { migrate } from '../db/migrate.ts'
import type { Database, Db } from '../db/open.ts'
import { serverFolder } from '../places.ts'
import { applyPlan } from './apply-plan.ts'
import type { FileReport } from './file-report.ts'
import { planFile } from './plan-file.ts'

export interface LoadOptions {
  practice: string
  dropDigits: boolean
  shiftDays: number
  /** An instant (ISO): what patients owe of bills from days before its day counts as paid. */
  settledBefore?: string
}

export interface FileContent {
  name: string
  bytes: Uint8Array
}

/** Checks, converts and writes one file: all of it or nothing. Throws FileRefused or UnknownPractice. */
export async function loadFile(db: Db, file: FileContent, options: LoadOptions): Promise<FileReport> {
  return applyPlan(db, await planFile(file, options), { ...options, name: file.name })
}

/** Adds the loader's tables to a record server's database that already has its own. */
export async function prepareLoading(database: Database): Promise<void> {
  await migrate(database, join(serverFolder, 'practice-loader', 'migrations'))
}
