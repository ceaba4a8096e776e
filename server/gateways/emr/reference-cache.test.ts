import { expect, test, vi } from 'vitest'
import { createReferenceCache } from './reference-cache.ts'

function cacheAt(size?: number) {
  const clock = { now: 0 }
  return { clock, cache: createReferenceCache({ keepMs: 60, size, now: () => clock.now }) }
}

test('callers at the same time share one request', async () => {
  const { cache } = cacheAt()
  const load = vi.fn(async () => 'answer')
  expect(await Promise.all([1, 2, 3].map(() => cache.get('key', load)))).toEqual(['answer', 'answer', 'answer'])
  expect(load).toHaveBeenCalledTimes(1)
})

test('an answer is kept for its time, counted from its arrival', async () => {
  const { cache, clock } = cacheAt()
  const load = vi.fn(async () => {
    clock.now += 100
    return clock.now
  })
  expect(await cache.get('key', load)).toBe(100)
  clock.now = 159
  expect(await cache.get('key', load)).toBe(100)
  clock.now = 160
  expect(await cache.get('key', load)).toBe(260)
})

test('an answer of before the clock was set back is not kept until it has caught up', async () => {
  const { cache, clock } = cacheAt()
  const load = vi.fn(async () => clock.now)
  clock.now = 5 * 3_600_000
  expect(await cache.get('key', load)).toBe(5 * 3_600_000)
  clock.now = 0
  expect([await cache.get('key', load), await cache.get('key', load)]).toEqual([0, 0])
  expect(load).toHaveBeenCalledTimes(2)
})

test('a failure reaches all who wait and is not kept', async () => {
  const { cache } = cacheAt()
  const fail = () => Promise.reject(new Error('down'))
  const waiting = [cache.get('key', fail), cache.get('key', fail)]
  for (const answer of waiting) await expect(answer).rejects.toThrow('down')
  expect(await cache.get('key', async () => 'up again')).toBe('up again')
})

test('a failure is kept for as long as it is said, then asked for again', async () => {
  const { cache, clock } = cacheAt()
  const load = vi.fn().mockRejectedValueOnce(new Error('down')).mockResolvedValue('up again')
  const ask = () => cache.get('key', load, { failureMs: 30 })
  await expect(ask()).rejects.toThrow('down')
  clock.now = 29
  await expect(ask()).rejects.toThrow('down')
  clock.now = 30
  expect(await ask()).toBe('up again')
  expect(load).toHaveBeenCalledTimes(2)
})

test('what is forgotten is asked for again', async () => {
  const { cache } = cacheAt()
  await cache.get('key', async () => 1)
  cache.forget('key')
  expect(await cache.get('key', async () => 2)).toBe(2)
})

test('many keys do not fill the memory', async () => {
  const { cache } = cacheAt(2)
  for (const key of ['a', 'b', 'c']) await cache.get(key, async () => 1)
  expect(await cache.get('a', async () => 2)).toBe(2)
})
