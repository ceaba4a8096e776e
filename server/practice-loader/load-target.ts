import { UnknownPractice } from './apply-plan.ts'
import type { FileReport } from './file-report.ts'
import type { FileContent, LoadOptions } from './load-file.ts'

/** The destination of files: the database itself, or the record server of a running portal. */
export interface LoadTarget {
  /** Throws FileRefused, or LoadStopped if every other file would fail as well. */
  load(file: FileContent, options: LoadOptions): Promise<FileReport>
  /** Port and token of the running portal, if there is one. */
  portal?: { port: number; token: string }
  close(): Promise<void>
}

/** The run cannot continue; the message says why. */
export class LoadStopped extends Error {}

/** A missing practice is missing for every file. */
export function stopped(error: unknown): unknown {
  if (!(error instanceof UnknownPractice)) return error
  return new LoadStopped(`${error.message} Choose another with --practice.`)
}
