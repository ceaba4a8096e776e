import { createAdapter } from '@socket.io/redis-adapter'
import type { FastifyBaseLogger } from 'fastify'
import type { Redis } from 'ioredis'
import type { Server } from 'socket.io'

/**
 * Connects the sockets of all processes through Redis; returns the function that disconnects. While Redis is down each
 * process works alone: hints to the others are lost, and subscriptions are restored when Redis is back.
 */
export function joinProcesses(io: Server, { redis, log }: { redis: Redis; log: FastifyBaseLogger }): () => void {
  const publisher = withHandledErrors(redis.duplicate(), log)
  const subscriber = withHandledErrors(redis.duplicate({ maxRetriesPerRequest: null }), log)
  io.adapter(createAdapter(publisher, subscriber, { key: `${redis.options.keyPrefix ?? ''}socket.io` }))
  return () => {
    publisher.disconnect()
    subscriber.disconnect()
  }
}

/** The adapter does not await its commands, and an unhandled rejection would end the process. */
function withHandledErrors(redis: Redis, log: FastifyBaseLogger): Redis {
  const send = redis.sendCommand.bind(redis)
  redis.sendCommand = (command, stream) => {
    command.promise.catch(() => undefined) // the handler of connection errors below logs the reason
    return send(command, stream)
  }
  redis.on('error', (error) => log.error({ err: error }, 'Redis cannot be reached: live hints stay in this process'))
  return redis
}
