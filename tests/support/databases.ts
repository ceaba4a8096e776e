import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { openDatabase, type Database } from '../../server/db/open.ts'

const prepared = new Map<string, Promise<Blob | undefined>>()

/**
 * A fresh database with the tables and rows that `prepare` makes. Embedded ones are cloned from one that was prepared once
 * (opening PGlite takes seconds); with TEST_DATABASE_URL each is a PostgreSQL database of its own, dropped when it is closed.
 */
export async function openTestDatabase(
  name: string,
  prepare: (database: Database) => Promise<void>,
): Promise<Database> {
  if (process.env.TEST_DATABASE_URL) return openOnPostgres({ server: process.env.TEST_DATABASE_URL, name, prepare })
  const dump = prepared.get(name) ?? prepareOnce(prepare)
  prepared.set(name, dump)
  return openDatabase({ from: await dump })
}

async function prepareOnce(prepare: (database: Database) => Promise<void>): Promise<Blob | undefined> {
  const database = await openDatabase({})
  await prepare(database)
  const dump = await database.dump()
  await database.close()
  return dump
}

async function openOnPostgres({
  server,
  name,
  prepare,
}: {
  server: string
  name: string
  prepare: (database: Database) => Promise<void>
}): Promise<Database> {
  const own = `test_${name}_${process.pid}_${randomBytes(4).toString('hex')}`
  await ask(server, `create database ${own}`)
  const url = new URL(server)
  url.pathname = `/${own}`
  const database = await openDatabase({ url: url.toString(), schema: name })
  await prepare(database)
  return {
    ...database,
    close: async () => {
      await database.close()
      await ask(server, `drop database if exists ${own} with (force)`)
    },
  }
}

async function ask(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(statement)
  await client.end()
}
