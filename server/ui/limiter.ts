import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'

/** Counts tries in a minute, of all that share a Redis; of this process without one, or while it cannot be reached. */
export interface Limiter {
  /** Answers 0 when the try is allowed, else the seconds to wait. */
  take(key: string, perMinute: number): Promise<number>
}

export function openLimiter(redis?: Redis): Limiter {
  const limiters = new Map<number, RateLimiterMemory | RateLimiterRedis>()
  const limiterOf = (points: number) => {
    const options = { points, duration: 60, keyPrefix: `tries${points}` }
    const limiter =
      limiters.get(points) ??
      (redis
        ? new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: new RateLimiterMemory(options) })
        : new RateLimiterMemory(options))
    limiters.set(points, limiter)
    return limiter
  }
  return {
    take: async (key, perMinute) => {
      try {
        await limiterOf(perMinute).consume(key)
        return 0
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
        throw refusal
      }
    },
  }
}
