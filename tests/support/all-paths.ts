import { join } from 'node:path'
import type { Path } from '../../server/protocol/path.ts'
import { repositoryFiles } from '../guards/repository.ts'

const root = join(import.meta.dirname, '..', '..')

const modules = await Promise.all(
  repositoryFiles()
    .filter(({ path }) => /^server\/(?:.*\/)?(?:[\w-]+\.)?paths\.ts$/.test(path))
    .map(({ path }) => import(join(root, path)) as Promise<object>),
)

const isPath = (value: unknown): value is Path<string, string> =>
  typeof value === 'function' && 'route' in value && 'query' in value

/** The paths in what a file exports, those in groups included. */
function pathsIn(value: unknown): Path<string, string>[] {
  if (isPath(value)) return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(pathsIn) : []
}

/** Every path that a file of the server defines. */
export const allPaths: readonly Path<string, string>[] = modules.flatMap((each) => Object.values(each).flatMap(pathsIn))
