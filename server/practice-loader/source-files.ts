import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join, relative, resolve } from 'node:path'
import { limits } from '../ccda/read-elements.ts'
import { FileRefused, foreignFile, wholeRefused } from './file-refused.ts'
import { FILE_LIMIT } from './read-bundle.ts'

export interface SourceFile {
  path: string
  /** The name in messages. */
  name: string
  /**
   * True for files of a folder, false for those given as arguments: in a folder, files of another kind are skipped,
   * otherwise refused.
   */
  isFromFolder: boolean
}

/** Returns the given files and those in the given folders, each once, sorted by name. */
export async function sourceFiles(paths: string[]): Promise<SourceFile[]> {
  const files = (await Promise.all(paths.map(filesAt))).flat()
  return [...new Map(files.map((file) => [resolve(file.path), file])).values()]
}

async function filesAt(path: string): Promise<SourceFile[]> {
  if (!(await isFolder(path))) return [{ path, name: basename(path), isFromFolder: false }]
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return files.sort().map((file) => ({ path: file, name: relative(path, file), isFromFolder: true }))
}

/** A missing path is reported later, when it is read. */
async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false
}

/** Reads a file that may be a bundle, a document or a table. Throws FileRefused. */
export async function readSource({ path, name, isFromFolder }: SourceFile): Promise<Uint8Array> {
  if (isFromFolder && !/\.(json|xml|csv)$/i.test(name))
    throw foreignFile(name, 'is neither a FHIR R4 bundle nor a C-CDA document nor a table of pharmacies')
  try {
    const { size } = await stat(path)
    if (/\.xml$/i.test(name) && size > limits.bytes)
      throw wholeRefused(name, `is larger than ${limits.bytes / 1024 / 1024} MB`)
    if (size > FILE_LIMIT) throw wholeRefused(name, `is larger than ${FILE_LIMIT / 1024 / 1024} MB; split it`)
    return await readFile(path)
  } catch (error) {
    if (error instanceof FileRefused) throw error
    const { code } = error as NodeJS.ErrnoException // the error type of node:fs
    throw wholeRefused(name, code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`)
  }
}
