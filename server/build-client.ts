import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const root = join(import.meta.dirname, '..')
const [folder = join(root, 'dist', 'client')] = process.argv.slice(2)

/**
 * A file inside the built client that records the sources it was built from. It is created and removed with the build.
 */
const mark = 'built-from.txt'

/** Lists name, size and modification time of every source file. */
function sourcesMark(): string {
  const hash = createHash('sha256')
  const files = [
    join(root, 'vite.config.ts'),
    join(root, 'package-lock.json'),
    ...['client', 'schemas'].flatMap((name) => filesIn(join(root, name))),
  ]
  for (const file of files) {
    const { size, mtimeMs } = statSync(file)
    hash.update(`${file}:${size}:${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

function filesIn(place: string): string[] {
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

function isBuilt(place: string, from: string): boolean {
  return existsSync(join(place, mark)) && readFileSync(join(place, mark), 'utf8') === from
}

/**
 * Builds the client into `place` if it is missing there or older than its sources. The build runs in a draft folder
 * that is moved into place when complete, so that neither two concurrent builds nor a killed one leave an incomplete
 * client.
 */
function buildIfNeeded(place: string): void {
  const from = sourcesMark()
  if (isBuilt(place, from)) return
  process.stdout.write('Building the client\n')
  const draft = `${place}.${process.pid}`
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  mkdirSync(dirname(place), { recursive: true })
  try {
    execFileSync(process.execPath, [vite, 'build', '--logLevel', 'warn', '--outDir', draft], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, NODE_ENV: 'production' }, // under a test runner vite would otherwise build for development
    })
    writeFileSync(join(draft, mark), from)
    while (!isBuilt(place, from)) moveTo(place, draft)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** Moves the draft into place. Retries if another build puts its own there in the meantime. */
function moveTo(place: string, draft: string): void {
  const old = `${draft}.old`
  try {
    if (existsSync(place)) renameSync(place, old)
    renameSync(draft, place)
  } catch (error) {
    const { code } = error as { code?: string } // an error of the file system
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST' && code !== 'ENOENT') throw error
  } finally {
    rmSync(old, { recursive: true, force: true })
  }
}

buildIfNeeded(resolve(folder))
