import { posix } from 'node:path'
import { isTest, type RepositoryFile } from './repository.ts'
import { readSyntax } from './syntax.ts'

/**
 * Returns groups of files that import each other in a circle, types and dynamic imports included; each as the paths of
 * its files.
 */
export function cyclesIn(files: readonly RepositoryFile[]): string[][] {
  const sources = files.filter(({ path }) => !isTest(path))
  const known = new Set(sources.map(({ path }) => path))
  const imports = new Map(sources.map((file) => [file.path, importedBy(file).filter((path) => known.has(path))]))
  const reached = new Map([...imports.keys()].map((path) => [path, reachedFrom(path, imports)]))
  const cycles = [...imports.keys()]
    .filter((path) => reached.get(path)?.has(path))
    .map((path) =>
      [...(reached.get(path) ?? [])]
        .filter((other) => reached.get(other)?.has(path))
        .sort()
        .join(' '),
    )
  return [...new Set(cycles)].map((cycle) => cycle.split(' '))
}

function importedBy(file: RepositoryFile): string[] {
  return readSyntax(file)
    .imports.filter(({ specifier }) => specifier.startsWith('.'))
    .map(({ specifier }) => posix.join(posix.dirname(file.path), specifier))
}

/** Includes the start only if a circle leads back to it. */
function reachedFrom(start: string, imports: ReadonlyMap<string, readonly string[]>): Set<string> {
  const reached = new Set<string>()
  const waiting = [...(imports.get(start) ?? [])]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (reached.has(next)) continue
    reached.add(next)
    waiting.push(...(imports.get(next) ?? []))
  }
  return reached
}
