import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible'
import type { Db } from '../db/open.ts'
import { countInDatabase, refuseInTransaction } from './limited-tries-store.ts'

/**
 * Counts attempts per period: those of a day or longer in the database, so that they outlive a process and Redis; others
 * across all processes that share a Redis, or within this process without one, or while it is unreachable.
 */
export interface Limiter {
  /**
   * Returns 0 if the attempt is allowed, otherwise the seconds to wait. One of a day or longer is refused within a
   * transaction: rolled back with it, it would not be counted, and an embedded database has one connection, for which it
   * would wait without end.
   */
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

export interface LimiterDeps {
  db: Db
  /** Keyed: a reader of the counts cannot find out by trying names or addresses whose they are. */
  fingerprint: (text: string) => string
  redis?: Redis
}

/** In memory a count ends by a timer, which takes 2^31 milliseconds at most. */
const longestSeconds = 24 * 86_400
/** Periods from here on are counted in the database. */
const daySeconds = 86_400

export function openLimiter({ db, fingerprint, redis }: LimiterDeps): Limiter & CountedTries {
  const keyOf = (key: string) => fingerprint(`tries: ${key}`)
  const limiters = new Map<string, RateLimiterAbstract>()
  const limiterOf = ({ tries, seconds = 60 }: Limit) => {
    if (seconds >= daySeconds) refuseInTransaction()
    if (seconds > longestSeconds) throw new Error(`a limit of ${seconds} seconds cannot be kept`)
    const options = { points: tries, duration: seconds, keyPrefix: `tries${tries}in${seconds}` }
    const limiter = limiters.get(options.keyPrefix) ?? made(options)
    limiters.set(options.keyPrefix, limiter)
    return limiter
  }
  const made = (options: { points: number; duration: number; keyPrefix: string }) => {
    if (options.duration >= daySeconds) return countInDatabase(db, options)
    const alone = new RateLimiterMemory(options)
    return redis ? new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: alone }) : alone
  }
  return {
    take: async (key, limit) => {
      try {
        await limiterOf(limit).consume(keyOf(key))
        return 0
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return secondsOf(refusal, limit)
        throw refusal
      }
    },
    wait: async (key, limit) => {
      const counted = await limiterOf(limit).get(keyOf(key))
      return counted && counted.consumedPoints >= limit.tries && counted.msBeforeNext > 0
        ? secondsOf(counted, limit)
        : 0
    },
    clear: async (key, limit) => void (await limiterOf(limit).delete(keyOf(key))),
    giveBack: async (key, limit) => void (await limiterOf(limit).reward(keyOf(key))),
  }
}

/**
 * Never more than the period: this process counts by a timer, which a clock that was set back does not make longer, but
 * computes the rest by the clock.
 */
const secondsOf = ({ msBeforeNext }: RateLimiterRes, { seconds = 60 }: Limit) =>
  Math.min(seconds, Math.max(1, Math.ceil(msBeforeNext / 1000)))
