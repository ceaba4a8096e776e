import { join } from 'node:path'
import pg from 'pg'
import { openDatabase, type Database } from '../../../server/db/open.ts'

export type Engine = 'pglite' | 'postgres'

export const postgresServer = 'postgres://postgres@127.0.0.1:5432'

/** Where the portal and the record server keep their rows: in folders, or in one PostgreSQL database of this run. */
export interface Databases {
  url?: string
  folder: string
  openPortal(): Promise<Database>
  openRecords(): Promise<Database>
  drop(): Promise<void>
}

export async function makeDatabases(engine: Engine, folder: string): Promise<Databases> {
  const name = `portal_bench_${process.pid}`
  const url = engine === 'postgres' ? `${postgresServer}/${name}` : undefined
  const drop = async () => {
    if (url) await ask(`drop database if exists ${name} with (force)`)
  }
  await drop()
  if (url) await ask(`create database ${name}`)
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

async function ask(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${postgresServer}/postgres`, connectionTimeoutMillis: 2000 })
  await client.connect()
  await client.query(statement)
  await client.end()
}
