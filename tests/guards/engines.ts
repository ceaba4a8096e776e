import type { RepositoryFile } from './repository.ts'
import { readSyntax } from './syntax.ts'

const tag = '/** @module-tag database */\n'

/** Modules whose functions a test calls to see what they do on each engine. */
const modules = [/^pg$/, /\/server\/db\/(open|migrate)\.ts$/]
const names = /\btestEngines\b|\bopenTestOutbox\(/

/** Test files that are about the database but would not run on PostgreSQL. Which others do: see `npm run statements`. */
export function untagged(files: readonly RepositoryFile[]): string[] {
  return files
    .filter((file) => isRun(file.path) && isAboutDatabase(file) && !file.text.startsWith(tag))
    .map(({ path }) => `${path} is about the database: it begins with ${tag.trim()}, so that it runs on both engines`)
}

function isRun(path: string): boolean {
  return /^(tests\/http|server)\/.*\.test\.ts$/.test(path)
}

function isAboutDatabase(file: RepositoryFile): boolean {
  // A store test beside the code opens databases of the engines that it names.
  if (file.path.startsWith('server/')) return /\btestEngines\b/.test(file.text)
  const imports = readSyntax(file).imports.filter(({ typeOnly }) => !typeOnly)
  return imports.some(({ specifier }) => modules.some((module) => module.test(specifier))) || names.test(file.text)
}
