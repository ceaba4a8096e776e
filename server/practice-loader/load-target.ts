import { UnknownPractice } from './apply-plan.ts'
import type { FileReport } from './file-report.ts'
import type { FileContent, LoadOptions } from './load-file.ts'

/** Where files go: straight into the database, or to the record server of a running portal. */
export interface LoadTarget {
  /** Throws FileRefused, or LoadStopped when no other file will fare better. */
  load(file: FileContent, options: LoadOptions): Promise<FileReport>
  /** The running portal's address and token, when there is one. */
  portal?: { port: number; token: string }
  close(): Promise<void>
}

/** The run cannot go on; the message says why. */
export class LoadStopped extends Error {}

/** A practice that is missing is missing for every file. */
export function stopped(error: unknown): unknown {
  if (!(error instanceof UnknownPractice)) return error
  return new LoadStopped(`${error.message} Choose another with --practice.`)
}
