import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { addressOf } from './prepared/templates.ts'
import { until } from './waiting.ts'

/** A database of a test on PostgreSQL, which processes fill at their first start. */
export interface EmptyDatabase {
  url: string
  /** Both take positional parameters. */
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>
  /**
   * Takes a lock for as long as `meanwhile` runs, which begins once a statement of a process waits for it.
   * `application`: the PGAPPNAME of the process. `statement`: a part of its text.
   */
  holdStatement<T>(hold: Hold, act: () => Promise<T>, meanwhile: () => Promise<void>): Promise<T>
  drop(): Promise<void>
}

interface Hold {
  /** The statement that takes the lock. */
  lock: string
  application: string
  statement: string
}

/** Creates a database on the server at `server`, an address of any of its databases. */
export async function createEmptyDatabase(server: string): Promise<EmptyDatabase> {
  const name = `portal_own_${randomBytes(6).toString('hex')}`
  await once(server, (client) => client.query(`create database ${name}`))
  const url = addressOf(server, name)
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  // The server ends what is still open when the database is dropped.
  pool.on('error', () => undefined)
  const query = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await pool.query<Row>(text, values)).rows
  return {
    url,
    query,
    holdStatement: async ({ lock, application, statement }, act, meanwhile) => {
      const client = await pool.connect()
      try {
        await client.query('begin')
        await client.query(lock)
        const acted = act()
        await until(`${application} waits with ${statement}`, async () => {
          const waiting = await query(
            `select 1 from pg_stat_activity where datname = current_database() and application_name = $1
              and wait_event_type = 'Lock' and query ilike '%' || $2 || '%'`,
            [application, statement],
          )
          return waiting.length > 0
        })
        await meanwhile()
        await client.query('rollback')
        return await acted
      } finally {
        client.release(true)
      }
    },
    drop: async () => {
      await pool.end()
      await once(server, (client) => client.query(`drop database if exists ${name} with (force)`))
    },
  }
}

async function once(server: string, act: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await act(client)
  } finally {
    await client.end()
  }
}
