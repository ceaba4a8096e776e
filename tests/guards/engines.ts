import type { RepositoryFile } from './repository.ts'
import { readSyntax } from './syntax.ts'

const tag = '/** @module-tag database */\n'

/** Modules that use SQL, or exist to run on every engine. */
const modules = [/^drizzle-orm(\/|$)/, /^pg$/, /\/server\/db\/(schema|open|migrate)\.ts$/, /[.-]store\.ts$/]
const names = /\btestEngines\b|\.(database|records)\.db\b|\bopenTestOutbox\(/

/** Test files that read or write tables themselves but would not run on PostgreSQL. */
export function untagged(files: readonly RepositoryFile[]): string[] {
  return files
    .filter((file) => isRun(file.path) && touchesSql(file) && !file.text.startsWith(tag))
    .map(({ path }) => `${path} touches SQL: it begins with ${tag.trim()}, so that it runs on both engines`)
}

/** Unit tests beside the code open their own database, so they run on every engine if they use it. */
function isRun(path: string): boolean {
  return /^(tests\/http|server)\/.*\.test\.ts$/.test(path)
}

function touchesSql(file: RepositoryFile): boolean {
  if (file.path.startsWith('server/')) return /\btestEngines\b/.test(file.text)
  const imports = readSyntax(file).imports.filter(({ typeOnly }) => !typeOnly)
  return imports.some(({ specifier }) => modules.some((module) => module.test(specifier))) || names.test(file.text)
}
