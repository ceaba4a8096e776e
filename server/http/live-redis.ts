import { randomBytes } from 'node:crypto'
import { createAdapter } from '@socket.io/redis-adapter'
import type { FastifyBaseLogger } from 'fastify'
import type { Redis } from 'ioredis'
import type { Server } from 'socket.io'
import type { HintStream, SharedHint } from './hint-stream.ts'

interface Connected {
  redis: Redis
  hints: HintStream
  log: FastifyBaseLogger
}

/**
 * Numbers a hint and publishes it in one step, so that every process receives the hints in the order of their numbers. A
 * Redis that has lost the number begins a new epoch.
 */
const publishNumbered = `
local epoch = redis.call('HGET', KEYS[1], 'epoch')
if not epoch then
  epoch = ARGV[2]
  redis.call('HSET', KEYS[1], 'epoch', epoch)
end
local number = redis.call('HINCRBY', KEYS[1], 'number', 1)
return redis.call('PUBLISH', ARGV[1], epoch .. ' ' .. number .. ' ' .. ARGV[3])
`

/**
 * Connects the sockets and the hints of all processes through Redis; returns the function that disconnects. While Redis
 * is down each process works alone. Unlike commands of requests, those of hints wait for a connection: subscriptions are restored when Redis is back, and then every page reloads what it
 * shows.
 */
export function joinProcesses(io: Server, { redis, hints, log }: Connected): () => void {
  const publisher = withHandledErrors(redis.duplicate({ enableOfflineQueue: true, maxRetriesPerRequest: 2 }), log)
  const subscriber = withHandledErrors(redis.duplicate({ enableOfflineQueue: true, maxRetriesPerRequest: null }), log)
  const prefix = redis.options.keyPrefix ?? ''
  io.adapter(createAdapter(publisher, subscriber, { key: `${prefix}socket.io` }))
  const channel = `${prefix}hints`
  const send = (sent: Pick<SharedHint, 'id' | 'hint'>) =>
    publisher.eval(publishNumbered, 1, 'hints', channel, randomBytes(8).toString('base64url'), JSON.stringify(sent))
  subscriber.on('message', (from: string, text: string) => {
    if (from === channel) hints.receive(parsed(text))
  })
  // An empty hint to itself tells each process the current number, in the right order with the hints that follow.
  subscriber.on('ready', () => {
    subscriber
      .subscribe(channel)
      .then(() => send({ id: '', hint: { topics: [] } }))
      .catch(() => undefined) // the handler of connection errors below logs the reason
  })
  subscriber.on('close', () => hints.separate())
  hints.share({ send })
  return () => {
    publisher.disconnect()
    subscriber.disconnect()
  }
}

function parsed(text: string): SharedHint {
  const [, epoch = '', number, sent = '{}'] = /^(\S+) (\d+) (.*)$/s.exec(text) ?? []
  return { epoch, number: Number(number), ...(JSON.parse(sent) as Pick<SharedHint, 'id' | 'hint'>) } // sent by a process of the portal
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
