import { join } from 'node:path'
import pg from 'pg'
import { openDatabase, type Database } from '../../../server/db/open.ts'

export type Engine = 'pglite' | 'postgres'

export const engineNames: Record<Engine, string> = { pglite: 'PGlite', postgres: 'PostgreSQL' }

export const postgresServer = 'postgres://postgres@127.0.0.1:5432'

/** Where the portal and the record server keep their rows: in folders, or in one PostgreSQL database of this run. */
export interface Databases {
  url?: string
  folder: string
  openPortal(): Promise<Database>
  openRecords(): Promise<Database>
  drop(): Promise<void>
}

const name = `portal_bench_${process.pid}`

export async function makeDatabases(engine: Engine, folder: string): Promise<Databases> {
  const url = engine === 'postgres' ? `${postgresServer}/${name}` : undefined
  const drop = async () => void (url && (await ask(`drop database if exists ${name} with (force)`)))
  if (url) {
    await dropLeftBehind()
    await ask(`create database ${name}`)
  }
  return {
    url,
    folder,
    openPortal: () => openDatabase({ url, folder: join(folder, 'portal') }),
    openRecords: () => openDatabase({ url, folder: join(folder, 'sandbox'), schema: 'sandbox' }),
    drop,
  }
}

export async function postgresRuns(): Promise<boolean> {
  return ask('select 1').then(
    () => true,
    () => false,
  )
}

/** Databases of runs that were killed. */
async function dropLeftBehind(): Promise<void> {
  const found = await ask("select datname from pg_database where datname like 'portal_bench_%'")
  const left = found
    .map(({ datname }) => String(datname))
    .filter((each) => !isRunning(Number(each.slice('portal_bench_'.length))))
  for (const each of left) await ask(`drop database if exists ${each} with (force)`)
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function ask(statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: `${postgresServer}/postgres`, connectionTimeoutMillis: 2000 })
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement)
    return rows
  } finally {
    await client.end()
  }
}
