import { createAdapter } from '@socket.io/redis-adapter'
import type { FastifyBaseLogger } from 'fastify'
import type { Redis } from 'ioredis'
import type { Server } from 'socket.io'

/**
 * Joins the sockets of all processes through Redis; answers how to leave. While Redis is away a process goes on for
 * itself: hints to the others are lost, and what it listens to is listened to again when Redis is back.
 */
export function joinProcesses(io: Server, { redis, log }: { redis: Redis; log: FastifyBaseLogger }): () => void {
  const speaks = calm(redis.duplicate(), log)
  const listens = calm(redis.duplicate({ maxRetriesPerRequest: null }), log)
  io.adapter(createAdapter(speaks, listens, { key: `${redis.options.keyPrefix ?? ''}socket.io` }))
  return () => {
    speaks.disconnect()
    listens.disconnect()
  }
}

/** The adapter waits for no answer, and a failure that nobody hears would end the process. */
function calm(redis: Redis, log: FastifyBaseLogger): Redis {
  const send = redis.sendCommand.bind(redis)
  redis.sendCommand = (command, stream) => {
    command.promise.catch(() => undefined) // the connection says why, just below
    return send(command, stream)
  }
  redis.on('error', (error) => log.error({ err: error }, 'Redis cannot be reached: live hints stay in this process'))
  return redis
}
