import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { openDatabase, type Database } from '../../server/db/open.ts'
import { prepareDumps } from './prepared/dumps.ts'
import type { PreparedName } from './prepared/recipes.ts'
import { places } from './prepared/setup.ts'
import { noting } from './statements.ts'
import { addressOf, schemaOf, type Templates } from './prepared/templates.ts'

export type Engine = 'pglite' | 'postgres'

/** The engine of portals in tests: PostgreSQL if TEST_DATABASE_URL is set. */
export const testEngine: Engine = process.env.TEST_DATABASE_URL ? 'postgres' : 'pglite'

/** The engines of store tests: that of this run, since the whole suite has run on PGlite. */
export const testEngines: Engine[] = [testEngine]

/**
 * The options of a test, or of a group, that runs on PostgreSQL and Redis as well (`npm run test:engines`): it takes two
 * sessions of the database, or work that begins by itself.
 */
export const bothEngines = { tags: 'database' }

interface TestDatabaseOptions {
  engine?: Engine
  /** Maximum number of connections, on PostgreSQL. */
  connections?: number
  /** Called with the text of each statement before it runs; what it throws is the statement's error. */
  onStatement?: (text: string) => void
}

/** Opens a database cloned from a prepared one; it is dropped when closed. */
export async function openTestDatabase(
  name: PreparedName,
  { engine = testEngine, connections, onStatement }: TestDatabaseOptions = {},
): Promise<Database> {
  return engine === 'postgres'
    ? cloneOnPostgres(name, { connections, onStatement })
    : openDatabase({ from: await dumpOf(name), onStatement: noting(name, onStatement) })
}

/**
 * The files of a database, held in memory. An ordinary Blob hands them out in copied pieces, which takes longer than
 * unpacking them. PGlite copies what it unpacks.
 */
class HeldFiles extends Blob {
  readonly #bytes: ArrayBuffer

  constructor({ buffer, byteOffset, byteLength }: Buffer<ArrayBuffer>) {
    super()
    this.#bytes = buffer.slice(byteOffset, byteOffset + byteLength)
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    return Promise.resolve(this.#bytes)
  }
}

const dumps = new Map<PreparedName, Promise<Blob>>()
let folder: Promise<string> | undefined

/** Read once in each worker. Vitest prepares the databases before its workers start; outside vitest it is done here. */
function dumpOf(name: PreparedName): Promise<Blob> {
  const read = async () => {
    folder ??= Promise.resolve(process.env[places.dumps] ?? prepareDumps())
    return new HeldFiles(await readFile(join(await folder, `${name}.tar`)))
  }
  const dump = dumps.get(name) ?? read()
  dumps.set(name, dump)
  return dump
}

/**
 * Fills a folder with the embedded databases of a portal that was started before: the next start is seconds faster than
 * a first one.
 */
export async function fillDataFolder(folder: string): Promise<void> {
  for (const name of ['portal', 'sandbox'] as const)
    await (await openDatabase({ folder: join(folder, name), from: await dumpOf(name) })).close()
}

async function cloneOnPostgres(
  name: PreparedName,
  { connections, onStatement }: TestDatabaseOptions,
): Promise<Database> {
  const { server, template, ownPrefix } = JSON.parse(process.env[places.templates] ?? '{}') as Templates // written by setup.ts
  const own = `${ownPrefix}_${name}_${randomBytes(4).toString('hex')}`
  await run(server, `create database ${own} template ${template[name]}`)
  const database = await openDatabase({ url: addressOf(server, own), schema: schemaOf(name), connections, onStatement })
  return {
    ...database,
    close: async () => {
      await database.close()
      await run(server, `drop database if exists ${own} with (force)`)
    },
  }
}

async function run(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(statement)
  await client.end()
}
