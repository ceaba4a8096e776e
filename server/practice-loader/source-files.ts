import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join, relative, resolve } from 'node:path'
import { FileRefused, foreignFile, wholeRefused } from './file-refused.ts'
import { FILE_LIMIT } from './read-bundle.ts'

export interface SourceFile {
  path: string
  /** As sentences call it. */
  name: string
  /** Found in a folder rather than named: foreign files there are left out, not wrong. */
  isFound: boolean
}

/** The files that are named and those in the folders that are named, each once, in the order of their names. */
export async function sourceFiles(paths: string[]): Promise<SourceFile[]> {
  const files = (await Promise.all(paths.map(filesAt))).flat()
  return [...new Map(files.map((file) => [resolve(file.path), file])).values()]
}

async function filesAt(path: string): Promise<SourceFile[]> {
  if (!(await isFolder(path))) return [{ path, name: basename(path), isFound: false }]
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  const found = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return found.sort().map((file) => ({ path: file, name: relative(path, file), isFound: true }))
}

/** A path without anything is named later, when it is read. */
async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false
}

/** The bytes of a file that may be one of ours. Throws FileRefused. */
export async function readSource({ path, name, isFound }: SourceFile): Promise<Uint8Array> {
  if (isFound && !name.toLowerCase().endsWith('.json')) throw foreignFile(name, 'is not a FHIR R4 bundle of ours')
  try {
    const { size } = await stat(path)
    if (size > FILE_LIMIT) throw wholeRefused(name, `is larger than ${FILE_LIMIT / 1024 / 1024} MB; split it`)
    return await readFile(path)
  } catch (error) {
    if (error instanceof FileRefused) throw error
    const { code } = error as NodeJS.ErrnoException // what node:fs throws
    throw wholeRefused(name, code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`)
  }
}
