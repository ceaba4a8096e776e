import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Database } from '../../server/db/open.ts'
import { buildSandbox } from '../../server/sandbox/sandbox.ts'
import { openTestDatabase, type Engine } from './databases.ts'
import { fixedTime } from './prepared/recipes.ts'

export interface TestSandbox {
  app: FastifyInstance
  database: Database
  /** The sandbox's clock; a test may move it. */
  clock: { now: Date }
  close(): Promise<void>
}

export interface TestSandboxOptions {
  engine?: Engine
  token?: string
  logger?: FastifyBaseLogger
}

/** A sandbox that was seeded at `fixedTime`, on its own database, which is dropped with it. */
export async function openTestSandbox({
  engine = 'pglite',
  token,
  logger,
}: TestSandboxOptions = {}): Promise<TestSandbox> {
  const database = await openTestDatabase('fixed', { engine, connections: 20 })
  const clock = { now: new Date(fixedTime) }
  const app = await buildSandbox({ database, token, logger, now: () => clock.now })
  const close = async () => {
    await app.close()
    await database.close()
  }
  return { app, database, clock, close }
}
