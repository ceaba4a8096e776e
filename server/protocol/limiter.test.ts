import { Redis } from 'ioredis'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openLimiter } from './limiter.ts'

test('tries are still counted, by this process alone, while Redis cannot be reached', async () => {
  const away = new Redis('redis://127.0.0.1:1', { maxRetriesPerRequest: 1 })
  away.on('error', () => undefined)
  const limiter = openLimiter(away)
  expect([await limiter.take('who', { tries: 2 }), await limiter.take('who', { tries: 2 })]).toEqual([0, 0])
  expect(await limiter.take('who', { tries: 2 })).toBeGreaterThan(0)
  away.disconnect()
})

test('tries are allowed up to their number, and again when their time is over', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const limiter = openLimiter()
  const take = () => limiter.take('who', { tries: 2 })
  expect([await take(), await take(), await take()]).toEqual([0, 0, 60])
  vi.advanceTimersByTime(59_500)
  expect(await take()).toBe(1)
  vi.advanceTimersByTime(501)
  expect(await take()).toBe(0)
})

test('a clock that is set back extends neither a wait nor what is read about it, and one that goes ahead ends it', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const limiter = openLimiter()
  const limit = { tries: 1, seconds: 600 }
  const start = Date.now()
  expect([await limiter.take('who', limit), await limiter.take('who', limit)]).toEqual([0, 600])
  vi.setSystemTime(start - 5 * 3_600_000)
  expect([await limiter.take('who', limit), await limiter.wait('who', limit)]).toEqual([600, 600])
  vi.advanceTimersByTime(600_000)
  expect([await limiter.take('who', limit), await limiter.take('who', limit)]).toEqual([0, 600])
  vi.setSystemTime(start + 3 * 86_400_000)
  expect([await limiter.take('who', limit), await limiter.take('who', limit)]).toEqual([0, 600])
})

test('tries within another time, of another number and of another key count apart', async () => {
  const limiter = openLimiter()
  const options = { tries: 1, seconds: 600 }
  expect([await limiter.take('who', options), await limiter.take('who', options)]).toEqual([0, 600])
  expect(await limiter.take('who', { tries: 1 })).toBe(0)
  expect(await limiter.take('who', { tries: 2, seconds: 600 })).toBe(0)
  expect(await limiter.take('else', options)).toBe(0)
})

test('tries of many days are still counted after a moment, and a time too long for a timer is refused', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const limiter = openLimiter()
  const days = (count: number) => ({ tries: 1, seconds: count * 86_400 })
  expect(await limiter.take('who', days(24))).toBe(0)
  vi.advanceTimersByTime(60_000)
  expect(await limiter.take('who', days(24))).toBeGreaterThan(0)
  await expect(limiter.take('who', days(30))).rejects.toThrow('cannot be kept')
})

test('a try that is given back is allowed again, and not those of other keys', async () => {
  const limiter = openLimiter()
  const limit = { tries: 2, seconds: 600 }
  expect([await limiter.take('who', limit), await limiter.take('who', limit)]).toEqual([0, 0])
  await limiter.giveBack('else', limit)
  expect(await limiter.wait('who', limit)).toBeGreaterThan(0)
  await limiter.giveBack('who', limit)
  expect([await limiter.wait('who', limit), await limiter.take('who', limit)]).toEqual([0, 0])
  expect(await limiter.take('who', limit)).toBeGreaterThan(0)
})
