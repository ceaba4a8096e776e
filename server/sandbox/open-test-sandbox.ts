import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import pg from 'pg'
import { openDatabase, type Database } from '../db/open.ts'
import { buildSandbox } from './sandbox.ts'

export type Engine = Database['engine']

/** PGlite always; PostgreSQL as well when TEST_DATABASE_URL says where one is. */
export const testEngines: Engine[] = process.env.TEST_DATABASE_URL ? ['pglite', 'postgres'] : ['pglite']

export interface TestSandbox {
  app: FastifyInstance
  database: Database
  /** The sandbox believes it is then; a test may move it. */
  clock: { now: Date }
  close(): Promise<void>
}

export interface TestSandboxOptions {
  engine?: Engine
  token?: string
  logger?: FastifyBaseLogger
}

/** A Wednesday morning in winter; the clocks in New York and Denver change on the second Sunday after it. */
const seededAt = '2026-02-25T15:00:00Z'

/** A seeded sandbox in a database of its own, which goes with it. */
export async function openTestSandbox({
  engine = 'pglite',
  token,
  logger,
}: TestSandboxOptions = {}): Promise<TestSandbox> {
  const url = engine === 'postgres' ? process.env.TEST_DATABASE_URL : undefined
  const own = url ? await createOwnDatabase(url) : undefined
  const database = await openDatabase(own ? { url: own.url, connections: 20 } : {})
  const clock = { now: new Date(seededAt) }
  const app = await buildSandbox({ database, token, logger, now: () => clock.now })
  const close = async () => {
    await app.close()
    await database.close()
    await own?.drop()
  }
  return { app, database, clock, close }
}

async function createOwnDatabase(url: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `sandbox_test_${randomBytes(6).toString('hex')}`
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  await run(`create database ${name}`)
  const own = new URL(url)
  own.pathname = `/${name}`
  return { url: own.href, drop: () => run(`drop database ${name}`) }
}
