import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { openDatabase } from '../../../server/db/open.ts'
import { preparedNames, recipes, type PreparedName } from './recipes.ts'
import { sourcesKey } from './sources-key.ts'

const prefix = 'portal_tests'

/** The PostgreSQL templates that the databases of a run are cloned from, and the name prefix of the run. */
export interface Templates {
  /** The address of any database of the server. */
  server: string
  template: Record<PreparedName, string>
  /** The prefix of the names of this run's databases. */
  ownPrefix: string
}

/** The schema that holds the tables, as in a portal that keeps both in one database. */
export const schemaOf = (name: PreparedName): string => (name === 'portal' ? 'portal' : 'sandbox')

/**
 * Creates the missing templates, and drops what killed runs left behind. Each run holds a lock while it is alive: an
 * advisory lock on a connection to the maintenance database, until `release`, because advisory locks are visible within
 * one database only.
 */
export async function prepareTemplates(server: string): Promise<{ templates: Templates; release(): Promise<void> }> {
  const key = sourcesKey(join(import.meta.dirname, 'recipes.ts'))
  const run = `${prefix}_run_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ connectionString: addressOf(server, 'postgres') })
  await admin.connect().catch((error: unknown) => {
    throw new Error(
      `PostgreSQL at ${new URL(server).host} cannot be reached (${String(error)}). Start it, or leave TEST_DATABASE_URL out.`,
    )
  })
  const shared = `${prefix}_${key}`
  await admin.query('select pg_advisory_lock(hashtext($1))', [run])
  await admin.query('select pg_advisory_lock_shared(hashtext($1))', [shared])
  await dropLeftovers(admin, [run, shared])
  const template = Object.fromEntries(preparedNames.map((name) => [name, `${shared}_${name}`])) as Templates['template'] // one for each name
  await admin.query('select pg_advisory_lock(hashtext($1))', [`${shared} being made`])
  for (const name of preparedNames)
    await makeTemplate(admin, { server, name, template: template[name], draft: `${run}_${name}` })
  await admin.query('select pg_advisory_unlock(hashtext($1))', [`${shared} being made`])
  return {
    templates: { server, template, ownPrefix: run },
    release: async () => {
      for (const name of await databasesOf(admin, run))
        await admin.query(`drop database if exists ${name} with (force)`)
      await admin.end()
    },
  }
}

export function addressOf(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

interface Making {
  server: string
  name: PreparedName
  template: string
  /** Its name until it is complete. */
  draft: string
}

async function makeTemplate(admin: pg.Client, { server, name, template, draft }: Making): Promise<void> {
  const known = await admin.query('select 1 from pg_database where datname = $1', [template])
  if (known.rowCount) return
  process.stdout.write(`Preparing the database ${name} of the tests on PostgreSQL\n`)
  await admin.query(`create database ${draft}`)
  const database = await openDatabase({ url: addressOf(server, draft), schema: schemaOf(name) })
  await recipes[name](database)
  await database.close()
  await admin.query(`alter database ${draft} rename to ${template}`)
}

/** Drops databases of this prefix whose run or template is not locked. */
async function dropLeftovers(admin: pg.Client, own: readonly string[]): Promise<void> {
  for (const database of await databasesOf(admin, prefix)) {
    const owner = new RegExp(`^${prefix}_(run_)?[0-9a-f]+`).exec(database)?.[0]
    if (!owner || own.includes(owner)) continue
    const { rows } = await admin.query<{ free: boolean }>('select pg_try_advisory_lock(hashtext($1)) as free', [owner])
    if (!rows[0]?.free) continue
    await admin.query(`drop database if exists ${database} with (force)`)
    await admin.query('select pg_advisory_unlock(hashtext($1))', [owner])
  }
}

async function databasesOf(admin: pg.Client, start: string): Promise<string[]> {
  const { rows } = await admin.query<{ datname: string }>(
    "select datname from pg_database where starts_with(datname, $1 || '_')",
    [start],
  )
  return rows.map(({ datname }) => datname)
}
