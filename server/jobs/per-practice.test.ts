/** @module-tag database */
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase, testEngines } from '../../tests/support/databases.ts'
import { runNow } from '../../tests/support/jobs.ts'
import { letPass } from '../../tests/support/waiting.ts'
import type { Database } from '../db/open.ts'
import { rowsOf } from '../db/rows.ts'
import { recurring } from './job.ts'
import type { Jobs } from './jobs.ts'
import { openJobs } from './open-jobs.ts'

interface Services {
  licensees: readonly { id: string }[]
  check: (licenseeId: string, stopping: AbortSignal) => Promise<void>
}

const often = { every: { seconds: 0.01 } }
const perPractice = ({ check }: Services, { id }: { id: string }, stopping: AbortSignal) => check(id, stopping)
const checks = recurring('bills.check', { ...often, perPractice })
const rareChecks = recurring('bills.checkRarely', { every: { hours: 1 }, perPractice })
const rareOwnChecks = recurring('bills.checkHereRarely', { every: { hours: 1 }, inEveryProcess: true, perPractice })
const ownChecks = recurring('bills.checkHere', { ...often, inEveryProcess: true, perPractice })

const practices = (...ids: string[]) => ids.map((id) => ({ id }))

describe.each(testEngines)('a recurring job for each practice on %s', (engine) => {
  let database: Database
  let logged: { message: string; about: Record<string, unknown> }[]
  let stops: (() => Promise<void>)[]
  let gates: (() => void)[]

  beforeAll(async () => {
    database = await openTestDatabase('empty', { engine })
    await (
      await open().start([])
    )()
  })
  beforeEach(async () => {
    await database.db.execute('delete from jobs.job')
    logged = []
    stops = []
    gates = []
  })
  afterEach(async () => {
    gates.forEach((pass) => pass())
    for (const stop of stops) await stop()
  })
  afterAll(() => database.close())

  const open = (): Jobs => {
    const error = (about: object, message: string) =>
      void logged.push({ message, about: about as Record<string, unknown> }) // any object
    const log = { info: () => undefined, warn: () => undefined, error }
    return openJobs({ database, now: () => new Date(), log })
  }
  /** Starts a process. */
  const start = async (services: Services, work = checks): Promise<Jobs> => {
    const jobs = open()
    stops.push(await jobs.start([work.using(services)]))
    return jobs
  }
  /** Work that hangs until the end of the test, or until it is released. */
  const hang = () => new Promise<void>((pass) => gates.push(pass))
  /** Counts what begins and what runs at once. */
  const counting = (run: (id: string) => Promise<void>) => {
    const begun: string[] = []
    const now = new Map<string, number>()
    const most = { all: 0, one: 0 }
    const check = async (id: string) => {
      begun.push(id)
      now.set(id, (now.get(id) ?? 0) + 1)
      most.one = Math.max(most.one, now.get(id) ?? 0)
      most.all = Math.max(
        most.all,
        [...now.values()].reduce((sum, count) => sum + count, 0),
      )
      await run(id).finally(() => now.set(id, (now.get(id) ?? 0) - 1))
    }
    return { begun, most, check, times: (id: string) => begun.filter((each) => each === id).length }
  }

  test.each([
    ['one process at a time', checks],
    ['every process', ownChecks],
  ])('in %s: one that hangs delays no other, and is not begun again meanwhile', async (_which, work) => {
    const { check, times } = counting((id) => (id === 'dead' ? hang() : Promise.resolve()))
    await start({ licensees: practices('dead', 'lakeside', 'northgate'), check }, work)
    await expect.poll(() => Math.min(times('lakeside'), times('northgate'))).toBeGreaterThan(2)
    expect(times('dead')).toBe(1)
    gates.forEach((pass) => pass())
    await expect.poll(() => times('dead')).toBe(2)
  })

  test.each([
    ['one process at a time', checks],
    ['every process', ownChecks],
  ])('in %s: failures are counted in a row for each, and logged without data of people', async (_which, work) => {
    let isDead = true
    const { check, times } = counting(async (id) => {
      if (id === 'dead' && isDead) throw new Error('no answer for maria')
    })
    await start({ licensees: practices('dead', 'lakeside'), check }, work)
    await expect.poll(() => logged.length).toBeGreaterThan(2)
    expect(logged.slice(0, 3)).toEqual(
      [1, 2, 4].map((failures) => ({
        message: 'recurring work failed',
        about: expect.objectContaining({ job: work.name, licensee: 'dead', failures, fault: 'Error' }),
      })),
    )
    expect(JSON.stringify(logged)).not.toContain('maria')
    isDead = false
    const before = times('dead')
    await expect.poll(() => times('dead')).toBeGreaterThan(before + 1)
    const earlier = logged.length
    isDead = true
    await expect.poll(() => logged.length).toBeGreaterThan(earlier)
    expect(logged[earlier]?.about.failures).toBe(1)
  })

  test('failures are counted on by the next process', async () => {
    const check = () => Promise.reject(new Error('no answer'))
    await start({ licensees: practices('dead'), check }, rareChecks)
    await expect.poll(() => logged).toHaveLength(1)
    await stops.pop()!()
    await start({ licensees: practices('dead'), check }, rareChecks)
    await expect.poll(() => logged.map(({ about }) => about.failures)).toEqual([1, 2])
  })

  test('a few practices run at once, and the next when one of them has ended', async () => {
    const { check, begun, most } = counting(hang)
    const ids = Array.from({ length: 20 }, (_, index) => `practice-${index}`)
    await start({ licensees: practices(...ids), check }, rareChecks)
    await expect.poll(() => begun).toHaveLength(8)
    await letPass(100, 'no other begins')
    expect(begun).toHaveLength(8)
    gates[3]?.()
    await expect.poll(() => begun).toHaveLength(9)
    await expect
      .poll(() => {
        gates.forEach((pass) => pass())
        return begun.toSorted()
      })
      .toEqual(ids.toSorted())
    expect(most.all).toBe(8)
  })

  test('two processes share the practices, and one at a time runs each', async () => {
    const { check, most, times } = counting(() => letPass(5, 'it runs'))
    const services = { licensees: practices('lakeside', 'northgate'), check }
    await start(services)
    await start(services)
    await expect.poll(() => Math.min(times('lakeside'), times('northgate'))).toBeGreaterThan(4)
    expect(most.one).toBe(1)
  })

  test('can be asked for one practice, and for all', async () => {
    const { check, times } = counting(() => Promise.resolve())
    const both = () => [times('lakeside'), times('northgate')]
    const jobs = await start({ licensees: practices('lakeside', 'northgate'), check }, rareChecks)
    await expect.poll(both).toEqual([1, 1])
    jobs.soon(rareChecks, 'lakeside')
    await expect.poll(both).toEqual([2, 1])
    await runNow({ database, jobs }, rareChecks)
    await expect.poll(both).toEqual([3, 2])
    expect(await jobs.list()).toEqual([])
  })

  test('a process that stops begins none more and waits for those that run', async () => {
    const ended: string[] = []
    const { check, begun } = counting(async (id) => {
      await hang()
      ended.push(id)
    })
    const ids = Array.from({ length: 12 }, (_, index) => `practice-${index}`)
    await start({ licensees: practices(...ids), check }, rareChecks)
    await expect.poll(() => begun).toHaveLength(8)
    const stopped = stops.pop()!()
    gates.forEach((pass) => pass())
    await stopped
    expect(ended.toSorted()).toEqual(begun.toSorted())
    expect(begun).toHaveLength(8)
  })

  test.each([
    ['one process at a time', rareChecks],
    ['every process', rareOwnChecks],
  ])('in %s: a process that stops ends work that waits', async (_which, work) => {
    const begun: string[] = []
    const check = (id: string, stopping: AbortSignal) => {
      begun.push(id)
      return new Promise<void>((_resolve, reject) => stopping.addEventListener('abort', () => reject(new Error(id))))
    }
    await start({ licensees: practices('lakeside', 'northgate'), check }, work)
    await expect.poll(() => begun.toSorted()).toEqual(['lakeside', 'northgate'])
    await stops.pop()!()
    expect([begun.length, logged]).toEqual([2, []])
  })

  test('in every process, all that wait do so at once', async () => {
    const { check, begun } = counting(hang)
    const ids = Array.from({ length: 20 }, (_, index) => `practice-${index}`)
    await start({ licensees: practices(...ids), check }, rareOwnChecks)
    await expect.poll(() => begun.toSorted()).toEqual(ids.toSorted())
  })

  test('a start forgets practices that are no longer served, and what was not divided by practice', async () => {
    const whole = recurring('bills.checkRarely', { every: { hours: 1 }, run: async (_services: object) => undefined })
    stops.push(await open().start([whole.using({})]))
    const { check, begun, times } = counting(() => Promise.resolve())
    await start({ licensees: practices('lakeside', 'gone'), check }, rareChecks)
    await expect.poll(() => begun.length).toBe(2)
    const stored = async () => {
      const query = sql`select id::text from jobs.job where name = 'bills.checkRarely' order by id`
      return (await rowsOf<{ id: string }>(database.db, query)).map(({ id }) => id)
    }
    const [first, second, ...more] = await stored()
    expect(more).toEqual([])
    await start({ licensees: practices('lakeside'), check }, rareChecks)
    await expect.poll(() => times('lakeside')).toBe(2)
    const [left, ...others] = await stored()
    expect(others).toEqual([])
    expect([first, second]).toContain(left)
    expect(times('gone')).toBe(1)
  })

  test('a run is not lost to a process that does not serve the practice', async () => {
    const one = counting(() => Promise.resolve())
    const other = counting(() => Promise.resolve())
    for (let times = 0; times < 4; times++)
      await start({ licensees: practices('lakeside'), check: one.check }, rareChecks)
    await start({ licensees: practices('lakeside', 'new'), check: other.check }, rareChecks)
    // Chance decides which of the processes takes it.
    await expect.poll(() => other.times('new')).toBe(1)
    expect(one.times('new')).toBe(0)
  })

  test('a process leaves alone the practices that only another one serves', async () => {
    const one = counting(() => Promise.resolve())
    const other = counting(() => Promise.resolve())
    await start({ licensees: practices('lakeside'), check: one.check })
    const jobs = await start({ licensees: practices('lakeside', 'new'), check: other.check })
    const ofNew = () => {
      jobs.soon(checks, 'new')
      return other.times('new')
    }
    await expect.poll(ofNew).toBeGreaterThan(2)
    expect(one.times('new')).toBe(0)
    expect(logged).toEqual([])
  })
})
