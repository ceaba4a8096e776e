import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Whether this is the built server: `dist/server` has all of the code side by side, and the migrations in the folders
 * in which they are here (docs/decisions/0066).
 */
export const isBuilt = !import.meta.filename.endsWith('.ts')

/** `server`, or `dist/server`. */
export const serverFolder = import.meta.dirname

export const portalMigrations = join(serverFolder, 'db', 'migrations')

export const builtClient = join(serverFolder, '..', ...(isBuilt ? [] : ['dist']), 'client')

/** Returns the entry of a thread, which the build has to list (vite.server.config.ts). `source` is its path in `server`. */
export function threadEntry(source: `${string}.ts`): URL {
  const file = isBuilt ? `${basename(source, '.ts')}.js` : source
  return pathToFileURL(join(serverFolder, file))
}
