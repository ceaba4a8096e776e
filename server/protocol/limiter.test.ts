import { createServer, type AddressInfo, type Socket } from 'node:net'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openTestLimiter } from '../../tests/support/limiter.ts'
import { bothEngines, openTestDatabase } from '../../tests/support/databases.ts'
import { openRedis } from '../open-redis.ts'
import { correctTries, deleteExpiredTries } from './limited-tries-store.ts'

test('tries are still counted, by this process alone, while Redis cannot be reached', async () => {
  const away = openRedis('redis://127.0.0.1:1')
  onTestFinished(() => away.disconnect())
  const limiter = await openTestLimiter({ redis: away })
  expect([await limiter.take('who', { tries: 2 }), await limiter.take('who', { tries: 2 })]).toEqual([0, 0])
  expect(await limiter.take('who', { tries: 2 })).toBeGreaterThan(0)
})

/** A Redis that counts nothing, and can fall silent; `heard` are the commands of limits. */
async function silentRedis() {
  const redis = { isSilent: false, heard: [] as string[], url: '' }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      const commands = bytes.toString().split(/(?=\*\d+\r\n\$)/)
      for (const command of commands) {
        if (/eval/i.test(command)) redis.heard.push(command)
        if (redis.isSilent) continue
        if (/\binfo\b/i.test(command)) socket.write('$15\r\nredis_version:7\r\n')
        else if (/eval/i.test(command)) socket.write('*2\r\n:1\r\n:60000\r\n')
        else if (/hello/i.test(command)) socket.write('-ERR unknown command HELLO\r\n')
        else socket.write('+OK\r\n')
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  redis.url = `redis://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on a port
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return redis
}

test('of a Redis that falls silent only the first try waits, and none for it to come back', async () => {
  const server = await silentRedis()
  const redis = openRedis(server.url)
  onTestFinished(() => redis.disconnect())
  await new Promise((resolve) => redis.once('ready', resolve))
  const limiter = await openTestLimiter({ redis })
  expect(await limiter.take('who', { tries: 50 })).toBe(0)
  server.isSilent = true
  for (let tries = 0; tries < 40; tries++) expect(await limiter.take('who', { tries: 50 })).toBe(0)
  expect(server.heard).toHaveLength(2)
  expect(server.heard.join()).not.toContain('who')
})

test('tries of a day are counted in the database, under a name that tells nobody', async () => {
  const database = await openTestDatabase('portal')
  onTestFinished(() => database.close())
  const limit = { tries: 2, seconds: 86_400 }
  const before = await openTestLimiter({ db: database.db })
  expect([await before.take('maria', limit), await before.take('maria', limit)]).toEqual([0, 0])
  const after = await openTestLimiter({ db: database.db })
  expect(await after.take('maria', limit)).toBeGreaterThan(86_000)
  const { rows } = await database.db.execute(sql`select * from limited_tries`)
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain('maria')
  await after.clear('maria', limit)
  expect(await after.wait('maria', limit)).toBe(0)
})

test('tries of a day are not counted within a transaction, which would lose them', bothEngines, async () => {
  const { db, close } = await openTestDatabase('portal')
  onTestFinished(close)
  const limiter = await openTestLimiter({ db })
  const limit = { tries: 1, seconds: 86_400 }
  let end = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  let later = Promise.resolve(-1)
  await db.transaction(async (tx) => {
    const words = 'tries of a day are counted before or after a transaction, never within one'
    await expect(limiter.take('who', limit)).rejects.toThrow(words)
    await expect(tx.transaction(() => limiter.giveBack('who', limit))).rejects.toThrow(words)
    expect(await limiter.take('who', { tries: 1 })).toBe(0)
    later = ended.then(() => limiter.take('who', limit))
  })
  end()
  expect(await later).toBe(0)
  expect(await limiter.take('who', limit)).toBeGreaterThan(0)
})

test('a day that began while the clock was ahead ends a day from now at the latest', async () => {
  const { db, close } = await openTestDatabase('portal')
  onTestFinished(close)
  const limit = { tries: 1, seconds: 86_400 }
  const limiter = await openTestLimiter({ db })
  const at = new Date()
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  vi.setSystemTime(at.getTime() + 9 * 86_400_000)
  expect(await limiter.take('who', limit)).toBe(0)
  vi.setSystemTime(at)
  await correctTries(db, { at })
  vi.setSystemTime(at.getTime() + 86_399_000)
  expect(await limiter.take('who', limit)).toBe(1)
  vi.setSystemTime(at.getTime() + 86_400_000)
  expect(await limiter.take('who', limit)).toBe(0)
  await deleteExpiredTries(db, { at: new Date(at.getTime() + 86_399_000) })
  expect(await limiter.take('who', limit)).toBeGreaterThan(0)
  await deleteExpiredTries(db, { at: new Date(at.getTime() + 9 * 86_400_000) })
  expect(await limiter.take('who', limit)).toBe(0)
})

test('tries are allowed up to their number, and again when their time is over', async () => {
  const limiter = await openTestLimiter()
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const take = () => limiter.take('who', { tries: 2 })
  expect([await take(), await take(), await take()]).toEqual([0, 0, 60])
  vi.advanceTimersByTime(59_500)
  expect(await take()).toBe(1)
  vi.advanceTimersByTime(501)
  expect(await take()).toBe(0)
})

test('a clock that is set back extends neither a wait nor what is read about it, and one that goes ahead ends it', async () => {
  const limiter = await openTestLimiter()
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
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
  const limiter = await openTestLimiter()
  const options = { tries: 1, seconds: 600 }
  expect([await limiter.take('who', options), await limiter.take('who', options)]).toEqual([0, 600])
  expect(await limiter.take('who', { tries: 1 })).toBe(0)
  expect(await limiter.take('who', { tries: 2, seconds: 600 })).toBe(0)
  expect(await limiter.take('else', options)).toBe(0)
})

test('tries of many days are still counted after a moment, and a time too long for a timer is refused', async () => {
  const limiter = await openTestLimiter()
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const days = (count: number) => ({ tries: 1, seconds: count * 86_400 })
  expect(await limiter.take('who', days(24))).toBe(0)
  vi.advanceTimersByTime(60_000)
  expect(await limiter.take('who', days(24))).toBeGreaterThan(0)
  await expect(limiter.take('who', days(30))).rejects.toThrow('cannot be kept')
})

test('a try that is given back is allowed again, and not those of other keys', async () => {
  const limiter = await openTestLimiter()
  const limit = { tries: 2, seconds: 600 }
  expect([await limiter.take('who', limit), await limiter.take('who', limit)]).toEqual([0, 0])
  await limiter.giveBack('else', limit)
  expect(await limiter.wait('who', limit)).toBeGreaterThan(0)
  await limiter.giveBack('who', limit)
  expect([await limiter.wait('who', limit), await limiter.take('who', limit)]).toEqual([0, 0])
  expect(await limiter.take('who', limit)).toBeGreaterThan(0)
})
