import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../../server/db/open.ts'
import { root } from '../../guards/repository.ts'
import { preparedNames, recipes, type PreparedName } from './recipes.ts'
import { sourcesKey } from './sources-key.ts'

const keptIn = join(root, '.cache', 'test-databases')

/** Folders of other sources are removed after this time, when no run reads them any more. */
const staleAfterMs = 2 * 3600_000

type Checksums = Record<string, string>

/**
 * Returns the folder of PGlite dumps for the current sources; creates it if it is missing. A folder gets its final name
 * when it is complete, so that an interrupted preparation never looks complete.
 */
export async function prepareDumps({
  folder = keptIn,
  key = sourcesKey(import.meta.filename),
  make = dumps,
} = {}): Promise<string> {
  const place = join(folder, key)
  if (isWhole(place)) return place
  const draft = join(folder, `${key}.${randomUUID()}`)
  mkdirSync(draft, { recursive: true })
  try {
    const checksums: Checksums = {}
    for await (const [name, bytes] of make()) {
      writeFileSync(join(draft, `${name}.tar`), bytes, { flush: true })
      checksums[`${name}.tar`] = checksum(bytes)
    }
    writeFileSync(join(draft, 'checksums.json'), JSON.stringify(checksums), { flush: true })
    moveTo(place, draft)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  removeStale(folder, key)
  return place
}

/**
 * Tests create no databases on a clone. The template databases are more than half of its files, which are unpacked at
 * each opening.
 */
const dropTemplates = [
  'update pg_database set datistemplate = false',
  'drop database template1',
  'drop database template0',
]

/** Every database, each cloned from the empty one: initializing a cluster takes seconds. */
async function* dumps(): AsyncGenerator<[PreparedName, Buffer]> {
  process.stdout.write('Preparing the databases of the tests\n')
  let empty: Blob | undefined
  for (const name of preparedNames) {
    const database = await openDatabase({ from: empty })
    if (!empty) for (const statement of dropTemplates) await database.runScript(statement)
    await recipes[name](database)
    await database.runScript('checkpoint') // opening a clone would do what the log says since the last one again
    const dump = await database.dump()
    await database.close()
    if (!dump) throw new Error('only embedded databases are dumped')
    empty ??= dump
    yield [name, Buffer.from(await dump.arrayBuffer())]
  }
}

/** Two runs may prepare at once; the second finds the same folder already there. */
function moveTo(place: string, draft: string): void {
  try {
    if (!isWhole(place)) rmSync(place, { recursive: true, force: true })
    renameSync(draft, place)
  } catch (error) {
    if (!isWhole(place)) throw error
  }
}

/** Whether each dump exists and has its checksum. */
function isWhole(place: string): boolean {
  const list = join(place, 'checksums.json')
  if (!existsSync(list)) return false
  try {
    const checksums = JSON.parse(readFileSync(list, 'utf8')) as Checksums // written above
    return preparedNames.every((name) => {
      const file = `${name}.tar`
      return checksums[file] === checksum(readFileSync(join(place, file)))
    })
  } catch {
    return false // half of it is missing or unreadable
  }
}

function checksum(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** By the clock of the disk, which need not be that of this process. */
function removeStale(folder: string, key: string): void {
  const now = statSync(join(folder, key), { throwIfNoEntry: false })?.mtimeMs ?? 0
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const isStale = now - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now) > staleAfterMs
    if (name !== key && isStale) rmSync(path, { recursive: true, force: true })
  }
}
