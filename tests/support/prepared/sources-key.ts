import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readSyntax } from '../../guards/syntax.ts'
import { root } from '../../guards/repository.ts'
import { listJobs } from './prepared-jobs.ts'

/**
 * A hash of the sources of the prepared databases, of the jobs that have queues in them, and of the hour (UTC), because the seed places its appointments
 * around the present.
 */
export function sourcesKey(entry: string, now: Date = new Date()): string {
  const hash = createHash('sha256').update(now.toISOString().slice(0, 13))
  hash.update(JSON.stringify(listJobs()))
  for (const path of sourcesOf(entry)) hash.update(`${path}\0`).update(readFileSync(path)).update('\0')
  return hash.digest('hex').slice(0, 16)
}

/** Every source file that `entry` imports, directly or not, the migrations, and the locked versions of libraries. */
export function sourcesOf(entry: string): string[] {
  const migrations = ['server/db', 'server/sandbox'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.sql'))
      .map((name) => join(root, folder, name)),
  )
  return [join(root, 'package-lock.json'), ...migrations, ...reachedFrom(entry)].sort()
}

/** The files that `entry` imports, directly or not, and `entry` itself; type imports are ignored. */
function reachedFrom(entry: string): string[] {
  const reached = new Set<string>()
  const visit = (path: string) => {
    if (reached.has(path)) return
    reached.add(path)
    for (const { specifier, typeOnly } of readSyntax({ path, text: readFileSync(path, 'utf8') }).imports)
      if (!typeOnly && specifier.startsWith('.')) visit(join(dirname(path), specifier))
  }
  visit(entry)
  return [...reached]
}
