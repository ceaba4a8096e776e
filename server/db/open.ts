import { PGlite } from '@electric-sql/pglite'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import pg from 'pg'

/** The handle that stores take first: the database itself or a transaction of it. */
export type Db = PgDatabase<PgQueryResultHKT>

export interface Database {
  db: Db
  /** Runs a text of several statements, as migrations need it. */
  runScript(text: string): Promise<void>
  /** The files of an embedded database, for tests that clone one. */
  dump(): Promise<Blob | undefined>
  close(): Promise<void>
}

export interface OpenOptions {
  /** A PostgreSQL address. Without it the database is embedded. */
  url?: string
  /** Where an embedded database keeps its files. Without it, it lives in memory. */
  folder?: string
  /** The schema that holds the tables on PostgreSQL; created when missing. */
  schema?: string
  /** The files of an earlier dump to start from (embedded, in memory). */
  from?: Blob
  /** Connections at most, on PostgreSQL. */
  connections?: number
  /** How long to wait for one of them, in milliseconds. */
  waitMs?: number
}

/** Opens PGlite or PostgreSQL behind one handle. The caller holds the folder's lock (see folder-lock.ts). */
export function openDatabase(options: OpenOptions): Promise<Database> {
  return options.url ? openPostgres({ ...options, url: options.url }) : openEmbedded(options)
}

/** Instead of 128 MB, all of which is set up at each opening: tables of one practice fit, and the operating system keeps the files as well. */
const embeddedBuffers = '16MB'

async function openEmbedded({ folder, from }: OpenOptions): Promise<Database> {
  const client = await PGlite.create({
    startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${embeddedBuffers}`],
    ...(folder ? { dataDir: folder } : { initDbStartParams: ['--wal-segsize=1'] }), // in MB; one in memory is small
    ...(from ? { loadDataDir: from } : {}),
  })
  return {
    db: drizzlePglite({ client }) as unknown as Db, // both drivers share the dialect; their result types differ
    runScript: async (text) => {
      await client.exec(text)
    },
    dump: () => client.dumpDataDir('none'),
    close: () => client.close(),
  }
}

async function openPostgres({
  url,
  schema = 'public',
  connections = 10,
  waitMs = 15_000,
}: OpenOptions & { url: string }): Promise<Database> {
  if (!/^[a-z_][a-z0-9_]*$/.test(schema)) throw new Error(`"${schema}" is no schema name`)
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: waitMs,
    options: `-c search_path=${schema} -c timezone=UTC`,
  })
  // A connection that breaks while idle is replaced by the pool; the next query says so if the server is gone.
  pool.on('error', () => undefined)
  await pool.query(`create schema if not exists ${schema}`)
  return {
    db: drizzlePg({ client: pool }) as unknown as Db, // as above
    runScript: async (text) => {
      await pool.query(text)
    },
    dump: async () => undefined,
    close: () => pool.end(),
  }
}
