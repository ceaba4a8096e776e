import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'

/**
 * Counts attempts per period: across all processes that share a Redis; within this process without one, or while it is
 * unreachable.
 */
export interface Limiter {
  /** Returns 0 if the attempt is allowed, otherwise the seconds to wait. */
  take(key: string, limit: Limit): Promise<number>
}

export interface Limit {
  tries: number
  /** The period in seconds, 24 days at most; default a minute. */
  seconds?: number
}

/** What may be done with attempts that were counted: by those who help a person, and when one turned out to be none. */
export interface CountedTries {
  /** Returns 0 if another attempt is allowed, otherwise the seconds to wait. Counts nothing. */
  wait(key: string, limit: Limit): Promise<number>
  /** Forgets the attempts. */
  clear(key: string, limit: Limit): Promise<void>
  /** Forgets one attempt. */
  giveBack(key: string, limit: Limit): Promise<void>
}

/** Timers hold 2^31 ms: a longer one would end at once, and the count with it. */
const longestSeconds = 24 * 86_400

export function openLimiter(redis?: Redis): Limiter & CountedTries {
  const limiters = new Map<string, RateLimiterMemory | RateLimiterRedis>()
  const limiterOf = ({ tries, seconds = 60 }: Limit) => {
    if (seconds > longestSeconds) throw new Error(`a limit of ${seconds} seconds cannot be kept`)
    const options = { points: tries, duration: seconds, keyPrefix: `tries${tries}in${seconds}` }
    const limiter =
      limiters.get(options.keyPrefix) ??
      (redis
        ? new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: new RateLimiterMemory(options) })
        : new RateLimiterMemory(options))
    limiters.set(options.keyPrefix, limiter)
    return limiter
  }
  return {
    take: async (key, limit) => {
      try {
        await limiterOf(limit).consume(key)
        return 0
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return secondsOf(refusal, limit)
        throw refusal
      }
    },
    wait: async (key, limit) => {
      const counted = await limiterOf(limit).get(key)
      return counted && counted.consumedPoints >= limit.tries && counted.msBeforeNext > 0
        ? secondsOf(counted, limit)
        : 0
    },
    clear: async (key, limit) => void (await limiterOf(limit).delete(key)),
    giveBack: async (key, limit) => void (await limiterOf(limit).reward(key)),
  }
}

/**
 * Never more than the period: this process counts by a timer, which a clock that was set back does not make longer, but
 * computes the rest by the clock.
 */
const secondsOf = ({ msBeforeNext }: RateLimiterRes, { seconds = 60 }: Limit) =>
  Math.min(seconds, Math.max(1, Math.ceil(msBeforeNext / 1000)))
