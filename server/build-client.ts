import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const built = join(root, 'dist', 'client', 'index.html')
const mark = join(root, 'dist', 'client-sources')

/** What the client was built from: names, sizes and times of every source. */
function sourcesMark(): string {
  const hash = createHash('sha256')
  const files = [
    join(root, 'vite.config.ts'),
    join(root, 'package-lock.json'),
    ...['client', 'schemas'].flatMap((folder) => filesIn(join(root, folder))),
  ]
  for (const file of files) {
    const { size, mtimeMs } = statSync(file)
    hash.update(`${file}:${size}:${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

/** Builds the client when it is missing or older than its sources. */
function buildIfNeeded(): void {
  const now = sourcesMark()
  if (existsSync(built) && existsSync(mark) && readFileSync(mark, 'utf8') === now) return
  process.stdout.write('Building the client\n')
  execFileSync(
    process.execPath,
    [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'],
    { cwd: root, stdio: 'inherit' },
  )
  writeFileSync(mark, now)
}

buildIfNeeded()
