import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JobWork, RecurringPart, Work } from '../../../server/jobs/job.ts'
import { root } from '../../guards/repository.ts'
import { serverKey } from './server-key.ts'

/** A job with a queue of its own. */
export type PreparedJob =
  | { kind: 'job'; name: string; keyed: JobWork['keyed'] }
  /** `null` is the part of a job that is not divided by practice. */
  | { kind: 'recurring'; name: string; practices: (string | null)[] }

const keptIn = join(root, '.cache', 'test-jobs')

/**
 * Returns the jobs of `server/features.ts` and of the portal itself. Importing them takes seconds and would make the
 * prepared databases depend on the whole server, so another process lists them, once for each state of the sources.
 */
export function listJobs(): PreparedJob[] {
  const kept = join(keptIn, `${serverKey()}.json`)
  return readKept(kept) ?? keepIn(kept, listed())
}

function listed(): string {
  const script = join(import.meta.dirname, 'list-jobs.ts')
  return execFileSync(process.execPath, ['--import', 'tsx', script], { cwd: root, encoding: 'utf8' })
}

function readKept(path: string): PreparedJob[] | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as PreparedJob[] // written below
  } catch {
    return undefined // missing, or of a run that was interrupted
  }
}

function keepIn(path: string, text: string): PreparedJob[] {
  mkdirSync(keptIn, { recursive: true })
  writeFileSync(path, text)
  return JSON.parse(text) as PreparedJob[] // printed by the script
}

/** Jobs that do nothing, for the queues that a portal would create at its start. */
export function preparedJobs(): Work[] {
  return listJobs().map((each): Work =>
    each.kind === 'job'
      ? { ...each, keepTryingForMs: 0, pausesMs: [], atATime: 1, prepare: () => undefined }
      : { ...each, everyMs: 3_600_000, inEveryProcess: false, parts: each.practices.map(partThatDoesNothing) },
  )
}

function partThatDoesNothing(practice: string | null): RecurringPart {
  return { licensee: practice ?? undefined, run: async () => undefined }
}
