import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

export const root = join(import.meta.dirname, '..', '..')

export interface RepositoryFile {
  /** Relative to the repository root, with slashes. */
  path: string
  text: string
}

const made = new Set(['node_modules', 'dist', '.git', '.data', '.cache', 'coverage'])
const notText = /\.(png|jpe?g|webp|ico|woff2?|pdf)$/

/** Every hand-written text file, sorted by path. */
export function repositoryFiles(): RepositoryFile[] {
  return walk(root)
    .map((path) => relative(root, path).replaceAll('\\', '/'))
    .filter((path) => !notText.test(path))
    .sort()
    .map((path) => ({ path, text: readText(path) }))
}

/** The TypeScript files of the portal and its tests. */
export function codeFiles(): RepositoryFile[] {
  return repositoryFiles().filter(({ path }) => /^(client|server|schemas|tests)\/.*\.tsx?$/.test(path))
}

export function readText(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

export function isTest(path: string): boolean {
  return path.startsWith('tests/') || /\.test\.tsx?$/.test(path)
}

function walk(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !made.has(name) && !name.endsWith('.log'))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? walk(path) : entry.isFile() ? [path] : []
    })
}
