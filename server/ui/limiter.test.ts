import { Redis } from 'ioredis'
import { expect, test } from 'vitest'
import { openLimiter } from './limiter.ts'

test('tries are still counted, by this process alone, while Redis cannot be reached', async () => {
  const away = new Redis('redis://127.0.0.1:1', { maxRetriesPerRequest: 1 })
  away.on('error', () => undefined)
  const limiter = openLimiter(away)
  expect([await limiter.take('who', { tries: 2 }), await limiter.take('who', { tries: 2 })]).toEqual([0, 0])
  expect(await limiter.take('who', { tries: 2 })).toBeGreaterThan(0)
  away.disconnect()
})
