import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Redis } from 'ioredis'
import type { Db } from '../db/open.ts'

/**
 * `/health`: the process responds. `/ready`: it can serve requests; not while it stops, nor without its database. Without
 * its Redis it is degraded: limits below a day and live hints are those of this process alone.
 */
export function registerHealth(app: FastifyInstance, { db, redis }: { db: Db; redis?: Redis }): void {
  let started = false
  app.addHook('onListen', () => void (started = true))
  const stopping = () => started && !app.server.listening
  app.get('/health', { logLevel: 'silent' }, (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  app.get('/ready', { logLevel: 'silent' }, async (_request, reply) => {
    const ready = !stopping() && (await answers(db.execute(sql`select 1`)))
    const isWhole = !redis || (await answers(redis.ping()))
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? (isWhole ? 'ready' : 'degraded') : 'not ready' })
  })
}

function answers(question: PromiseLike<unknown>): PromiseLike<boolean> {
  return question.then(
    () => true,
    () => false,
  )
}
