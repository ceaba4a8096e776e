// Builds what is older than its sources: `node build/build.mjs [client|server [folder]]`, by default both.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

const root = join(import.meta.dirname, '..')
const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')

const parts = {
  client: { config: 'vite.config.ts', sources: ['client', 'schemas'] },
  server: { config: 'vite.server.config.ts', sources: ['server', 'schemas'] },
}

/** A file of the built part that names the sources it was built from. It comes and goes with the build. */
const mark = 'built-from.txt'

/**
 * Builds a part of the portal into `place` if it is missing there, or was built from other sources. Without sources, as
 * in a deployed folder that holds only what was built, it does nothing. The build runs in a draft folder that is moved
 * into place when complete, so that neither two concurrent builds nor a killed one leave half of it. Throws when there
 * is something to build and nothing to build it with.
 */
export function buildIfOlder(part, place = join(root, 'dist', part)) {
  const { config, sources } = parts[part]
  if (!existsSync(join(root, part))) return
  const from = hashOf([config, 'package-lock.json', ...sources.flatMap(filesIn)])
  if (isBuilt(place, from)) return
  if (!existsSync(vite))
    throw new Error(
      `dist/${part} is older than its sources. Run npm ci, which installs what builds it, or deploy dist.`,
    )
  process.stderr.write(`Building the ${part}\n`)
  const draft = `${place}.${process.pid}`
  mkdirSync(dirname(place), { recursive: true })
  try {
    execFileSync(process.execPath, [vite, 'build', '--config', config, '--logLevel', 'error', '--outDir', draft], {
      cwd: root,
      stdio: ['ignore', 2, 2], // the output of a command is its own
      env: { ...process.env, NODE_ENV: 'production' }, // under a test runner vite would otherwise build for development
    })
    writeFileSync(join(draft, mark), from)
    while (!isBuilt(place, from)) moveTo(place, draft)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** By content: a folder that was copied or checked out anew is not older. */
function hashOf(files) {
  const hash = createHash('sha256')
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  return hash.digest('hex')
}

function filesIn(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort()
}

function isBuilt(place, from) {
  return existsSync(join(place, mark)) && readFileSync(join(place, mark), 'utf8') === from
}

/** Moves the draft into place. Retries if another build puts its own there in the meantime. */
function moveTo(place, draft) {
  const old = `${draft}.old`
  try {
    if (existsSync(place)) renameSync(place, old)
    renameSync(draft, place)
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(error.code)) throw error
  } finally {
    rmSync(old, { recursive: true, force: true })
  }
}

if (process.argv[1] === import.meta.filename) {
  const [part, place] = process.argv.slice(2)
  for (const each of part ? [part] : Object.keys(parts)) buildIfOlder(each, place && resolve(place))
}
