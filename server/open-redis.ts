import { Redis } from 'ioredis'

/** How long a connection may take, and how long Redis may then be silent, in milliseconds. */
const answersWithinMs = 2_000

/**
 * Opens the connection for commands of requests. No command waits for Redis to come back: while it is away each fails at
 * once, and one that hangs is found out by the first command, after which the connection counts as broken.
 */
export function openRedis(url: string): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: answersWithinMs,
    socketTimeout: answersWithinMs,
  })
  return redis.on('error', () => undefined) // logged by the connections for live hints
}
