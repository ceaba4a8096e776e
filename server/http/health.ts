import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../db/open.ts'

/** `/health`: the process responds. `/ready`: it can serve requests; not while it stops, nor without its database. */
export function registerHealth(app: FastifyInstance, { db }: { db: Db }): void {
  let started = false
  app.addHook('onListen', () => void (started = true))
  const stopping = () => started && !app.server.listening
  app.get('/health', { logLevel: 'silent' }, (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  app.get('/ready', { logLevel: 'silent' }, async (_request, reply) => {
    const ready = !stopping() && (await answers(db))
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ready' : 'not ready' })
  })
}

async function answers(db: Db): Promise<boolean> {
  return db.execute(sql`select 1`).then(
    () => true,
    () => false,
  )
}
