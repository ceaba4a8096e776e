import { PGlite } from '@electric-sql/pglite'
import { pg_trgm as trigrams } from '@electric-sql/pglite/contrib/pg_trgm'
import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { EmbeddedSocket } from './embedded-socket.ts'
import { noteTransactions } from './in-transaction.ts'
import { PlanKeepingClient } from './plan-keeping-client.ts'

/** The database handle that stores take as their first parameter: the database itself or a transaction. */
export type Db = PgDatabase<NodePgQueryResultHKT>

export interface Database {
  db: Db
  /** Runs a text of several statements; migrations need it. */
  runScript(text: string): Promise<void>
  /** The files of an embedded database, for tests that clone one. */
  dump(): Promise<Blob | undefined>
  close(): Promise<void>
}

export interface OpenOptions {
  /** A PostgreSQL URL. Without it the database is embedded. */
  url?: string
  /** The folder of an embedded database. Without it, the database lives in memory. */
  folder?: string
  /** The schema that holds the tables on PostgreSQL; created if missing. */
  schema?: string
  /** The files of an earlier dump to start from (embedded, in memory only). */
  from?: Blob
  /** Maximum number of connections, on PostgreSQL. */
  connections?: number
  /** How long to wait for a connection, in milliseconds. */
  waitMs?: number
  /** Called with the text of each statement. */
  onStatement?: (text: string) => void
}

/** Opens PGlite or PostgreSQL behind one driver and handle. The caller must hold the folder's lock (see folder-lock.ts). */
export function openDatabase(options: OpenOptions): Promise<Database> {
  return options.url ? openPostgres({ ...options, url: options.url }) : openEmbedded(options)
}

/**
 * Replaces the default of 128 MB, which PGlite allocates in full each time: the tables of one practice fit, and the
 * operating system caches the files as well.
 */
const embeddedBuffers = '16MB'

async function openEmbedded({ folder, from, onStatement }: OpenOptions): Promise<Database> {
  const client = await PGlite.create({
    extensions: { pg_trgm: trigrams }, // a database that a migration gave it cannot be opened without it
    startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${embeddedBuffers}`],
    ...(folder ? { dataDir: folder } : { initDbStartParams: ['--wal-segsize=1'] }), // in MB; small in memory
    ...(from ? { loadDataDir: from } : {}),
  })
  // The database has one session: statements and transactions wait for one another.
  const pool = openPool({
    user: 'postgres',
    database: 'postgres',
    ssl: false, // whatever the environment says of servers
    stream: () => new EmbeddedSocket(client),
    max: 1,
    idleTimeoutMillis: 0,
  })
  return {
    db: handleOf(pool, onStatement),
    runScript: async (text) => {
      await pool.query(text)
    },
    dump: () => client.dumpDataDir('none'),
    close: async () => {
      // Statements that wait for the connection when the pool ends would wait without end.
      while (pool.waitingCount > 0) await pool.query('select 1')
      await pool.end()
      await client.close()
    },
  }
}

async function openPostgres({
  url,
  schema = 'public',
  connections = 10,
  waitMs = 15_000,
  onStatement,
}: OpenOptions & { url: string }): Promise<Database> {
  if (!/^[a-z_][a-z0-9_]*$/.test(schema)) throw new Error(`"${schema}" is not a schema name`)
  const pool = openPool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: waitMs,
    options: `-c search_path=${schema} -c timezone=UTC`,
  })
  // A role that may not create schemas can use one that is there.
  const { rowCount } = await pool.query('select 1 from pg_namespace where nspname = $1', [schema])
  if (rowCount === 0) await pool.query(`create schema if not exists ${schema}`)
  return {
    db: handleOf(pool, onStatement),
    runScript: async (text) => {
      await pool.query(text)
    },
    dump: async () => undefined,
    close: () => pool.end(),
  }
}

function openPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...config, Client: PlanKeepingClient })
  // The pool replaces a connection that breaks while idle; if the server is down, the next query fails.
  pool.on('error', () => undefined)
  releaseWhereNoneBegins(pool)
  return pool
}

/**
 * drizzle does not give back the connection of a transaction whose `begin` fails: after as many failures as there are
 * connections, every statement would wait in vain. The first query on a connection that it takes is that `begin`.
 */
function releaseWhereNoneBegins(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as (...args: unknown[]) => Promise<pg.PoolClient>
  const connectForTransaction = async () => {
    const client = await connect()
    const begin = async (...args: unknown[]) => {
      Reflect.deleteProperty(client, 'query') // the one of its class is used from now on
      try {
        return await (client.query as (...all: unknown[]) => Promise<unknown>)(...args)
      } catch (error) {
        client.release(true)
        throw error
      }
    }
    return Object.assign(client, { query: begin })
  }
  // With a callback, the pool itself takes a connection for a single statement, and releases it.
  pool.connect = (...args: unknown[]) => (args.length > 0 ? connect(...args) : connectForTransaction())
}

function handleOf(client: pg.Pool, onStatement: OpenOptions['onStatement']): Db {
  return noteTransactions(drizzle({ client, logger: onStatement && { logQuery: onStatement } }))
}
