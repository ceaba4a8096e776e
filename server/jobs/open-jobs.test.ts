/** @module-tag database */
import { sql } from 'drizzle-orm'
import { Type } from 'typebox'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openTestDatabase, testEngines } from '../../tests/support/databases.ts'
import { runDueJobs, runNow } from '../../tests/support/jobs.ts'
import type { Database } from '../db/open.ts'
import { rowsOf } from '../db/rows.ts'
import { GiveUp, job, recurring, type Attempt, type Work } from './job.ts'
import type { Jobs } from './jobs.ts'
import { openJobs } from './open-jobs.ts'
import { letPass } from '../../tests/support/waiting.ts'

const dayMs = 24 * 3_600_000
const DeliveryInput = Type.Object({ to: Type.String() }, { additionalProperties: false })

interface Post {
  deliver: (to: string, attempt: Attempt) => Promise<void>
  forget?: (to: string) => Promise<void>
}

const delivery = job('message.deliver', {
  input: DeliveryInput,
  keepTryingFor: { days: 7 },
  looksAgain: { needless: 'a test' },
  run: ({ deliver }: Post, { to }, attempt) => deliver(to, attempt),
  givenUp: async ({ forget }, { to }) => forget?.(to),
})

/** Blocks until it is opened. */
function gate(): { passed: Promise<void>; open: () => void } {
  let open = () => undefined as void
  const passed = new Promise<void>((done) => (open = done))
  gates.push(() => open())
  return { passed, open: () => open() }
}
let gates: (() => void)[] = []

describe.each(testEngines)('jobs on %s', (engine) => {
  let database: Database
  let clock: { aheadMs: number }
  let logged: { level: string; message: string; about: Record<string, unknown> }[]
  let stops: (() => Promise<void>)[]

  beforeAll(async () => {
    database = await openTestDatabase('empty', { engine })
    await (
      await open().start([])
    )()
  })
  beforeEach(async () => {
    await database.db.execute('delete from jobs.job')
    clock = { aheadMs: 0 }
    logged = []
    stops = []
  })
  afterEach(async () => {
    vi.useRealTimers()
    gates.forEach((open) => open())
    gates = []
    for (const stop of stops) await stop()
  })
  afterAll(() => database.close())

  /** Opens the jobs as another process does. */
  const open = (isAlone = false): Jobs => {
    const note = (level: string) => (about: object, message: string) =>
      void logged.push({ level, message, about: about as Record<string, unknown> }) // any object
    const log = { info: note('info'), warn: note('warn'), error: note('error') }
    return openJobs({ database, now: () => new Date(Date.now() + clock.aheadMs), log, isAlone })
  }
  const start = async (...work: Work[]): Promise<Jobs> => {
    const jobs = open()
    stops.push(await jobs.start(work))
    return jobs
  }
  const errors = () => logged.filter(({ level }) => level === 'error')
  /** Delivers to recipients in `open`, and records every attempt. */
  const post = () => {
    const tried: string[] = []
    const delivered: string[] = []
    const closed = new Set<string>()
    const deliver = async (to: string) => {
      tried.push(to)
      if (closed.has(to)) throw new Error(`${to} does not open`)
      delivered.push(to)
    }
    return { tried, delivered, closed, deliver }
  }
  /** Leaves what a process leaves that is killed while it runs an item. */
  const leaveClaimed = async (input: { to: string }, ago: string) => {
    const killed = open()
    await (
      await killed.start([delivery.using(post())])
    )()
    await killed.add(database.db, delivery, input)
    await database.db.execute(sql.raw(`update jobs.job set state = 'active', started_on = now() - interval '${ago}'`))
  }
  const addAll = async (jobs: Jobs, ...all: string[]) => {
    for (const to of all) await jobs.add(database.db, delivery, { to })
  }

  test('an item runs once its transaction is committed, and is then gone', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] }) // switches the periodic checks off
    const { deliver, delivered } = post()
    const jobs = await start(delivery.using({ deliver }))
    await database.db.transaction(async (tx) => {
      await jobs.add(tx, delivery, { to: 'maria' })
      await letPass(120, 'no check of the queue runs it')
      expect(delivered).toEqual([])
    })
    await expect.poll(() => delivered).toEqual(['maria'])
    await expect.poll(() => jobs.list()).toEqual([])
  })

  test('an item that is added in a transaction that rolls back never runs', async () => {
    const { deliver, delivered } = post()
    const jobs = await start(delivery.using({ deliver }))
    const failing = database.db.transaction(async (tx) => {
      await jobs.add(tx, delivery, { to: 'nobody' })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await jobs.list()).toEqual([])
    await addAll(jobs, 'maria')
    await expect.poll(() => delivered).toEqual(['maria'])
  })

  test('input that the job does not accept is refused, and so is a job that is not started', async () => {
    const jobs = await start(delivery.using(post()))
    const wrong = { to: 7 } as unknown as { to: string } // like a caller without types
    await expect(jobs.add(database.db, delivery, wrong)).rejects.toThrow('message.deliver does not accept its input')
    await expect(open().add(database.db, delivery, { to: 'maria' })).rejects.toThrow('message.deliver is not started')
    expect(await jobs.list()).toEqual([])
  })

  test('what fails is tried again after pauses that grow, and others are not kept waiting', async () => {
    const { deliver, tried, delivered, closed } = post()
    const jobs = await start(delivery.using({ deliver }))
    closed.add('maria')
    await addAll(jobs, 'maria', 'james', 'sofia')
    await expect.poll(() => delivered.sort()).toEqual(['james', 'sofia'])
    const pauses: number[] = []
    for (let tries = 1; tries <= 6; tries++) {
      await expect.poll(() => jobs.list()).toMatchObject([{ state: 'waiting', tries }])
      const [item] = await jobs.list()
      pauses.push(Math.round((item!.nextTryAt!.getTime() - Date.now()) / 1000))
      if (tries === 6) closed.clear()
      await runDueJobs({ database, jobs })
    }
    await expect.poll(() => jobs.list()).toEqual([])
    expect(tried.filter((to) => to === 'maria')).toHaveLength(7)
    const full = [5, 30, 120, 600, 3600, 3600]
    pauses.forEach((pause, index) => {
      expect(pause).toBeLessThanOrEqual(full[index]!)
      expect(pause).toBeGreaterThan(full[index]! - 60) // a busy machine checks later
    })
    expect(errors()).toEqual([])
    expect(logged.filter(({ level }) => level === 'warn')).toHaveLength(6)
  })

  test('what fails until its time is over is given up with a line in the log, alone and without its input', async () => {
    const { deliver, tried, delivered, closed } = post()
    const forgotten: string[] = []
    const forget = async (to: string) => void forgotten.push(to)
    const jobs = await start(delivery.using({ deliver, forget }))
    closed.add('maria')
    await addAll(jobs, 'maria')
    await expect.poll(() => jobs.list()).toMatchObject([{ state: 'waiting', tries: 1 }])
    clock.aheadMs = 7 * dayMs - 60_000 // the next pause is 30 s
    await runDueJobs({ database, jobs })
    await expect.poll(() => jobs.list()).toMatchObject([{ state: 'waiting', tries: 2 }])
    expect(errors()).toEqual([])

    clock.aheadMs = 7 * dayMs - 60_000 + 1000 // and then 2 min
    await runDueJobs({ database, jobs })
    await expect.poll(() => jobs.list()).toMatchObject([{ state: 'given up', tries: 3, nextTryAt: undefined }])
    expect(forgotten).toEqual(['maria'])
    expect(errors()).toMatchObject([{ message: 'a job was given up', about: { job: 'message.deliver', tries: 3 } }])
    expect(JSON.stringify(logged)).not.toContain('maria')
    expect(await jobs.counts()).toEqual([{ name: 'message.deliver', waiting: 0, active: 0, givenUp: 1 }])
    const stored = await database.db.execute(sql`select data, output from jobs.job`)
    expect(JSON.stringify(stored)).not.toContain('maria')

    await addAll(jobs, 'james')
    await expect.poll(() => delivered).toEqual(['james'])
    expect(tried).toHaveLength(4)
  })

  test('an item is tried once, even when its time was over before', async () => {
    const { deliver, delivered } = post()
    const jobs = await start(delivery.using({ deliver }))
    await jobs.addLater(database.db, delivery, { input: { to: 'maria' }, after: { days: 1 } })
    expect(await jobs.list()).toMatchObject([{ state: 'waiting', tries: 0 }])
    clock.aheadMs = 8 * dayMs
    await runDueJobs({ database, jobs })
    await expect.poll(() => delivered).toEqual(['maria'])
  })

  test('an item that kills its process each time is given up as well', async () => {
    const { deliver, tried } = post()
    await leaveClaimed({ to: 'maria' }, '61 seconds')
    clock.aheadMs = 7 * dayMs + 1000
    const jobs = await start(delivery.using({ deliver }))
    await expect.poll(() => jobs.list()).toMatchObject([{ state: 'given up' }])
    expect(tried).toEqual([])
  })

  test('a job says itself that no later try can succeed', async () => {
    const deliver = async () => {
      throw new GiveUp('nobody lives there')
    }
    const jobs = await start(delivery.using({ deliver }))
    await addAll(jobs, 'maria')
    await expect.poll(() => jobs.list()).toMatchObject([{ state: 'given up', tries: 1 }])
    expect(errors()).toMatchObject([{ about: { reason: 'nobody lives there' } }])
  })

  test('an item is not run once its job has looked again and ended it', async () => {
    const done: string[] = []
    const parcels = job('parcel.deliver', {
      input: DeliveryInput,
      keepTryingFor: { days: 1 },
      looksAgain: async (_: object, { to }) => to !== 'a removed guardian',
      run: async (_: object, { to }) => void done.push(to),
    })
    const jobs = await start(parcels.using({}))
    for (const to of ['a removed guardian', 'a patient']) await jobs.add(database.db, parcels, { to })
    await expect.poll(() => jobs.list()).toEqual([])
    expect(done).toEqual(['a patient'])
  })

  test('an item of an earlier version that the job does not accept any more is given up', async () => {
    const earlier = job('message.deliver', {
      input: Type.Object({ street: Type.String() }),
      keepTryingFor: { days: 7 },
      looksAgain: { needless: 'a test' },
      run: async () => {
        await letPass(10, 'it runs')
        throw new Error('no')
      },
    })
    const before = open()
    await (
      await before.start([earlier.using({})])
    )()
    await before.add(database.db, earlier, { street: 'Main Street' })
    const { deliver, tried } = post()
    const jobs = await start(delivery.using({ deliver }))
    await expect.poll(() => jobs.list()).toMatchObject([{ state: 'given up' }])
    expect(tried).toEqual([])
  })

  test('two processes run each item once, and share them', async () => {
    const one = post()
    const two = post()
    const { passed, open: otherHasBegun } = gate()
    const jobs = await start(delivery.using({ deliver: (to) => passed.then(() => one.deliver(to)) }))
    await start(delivery.using({ deliver: (to) => two.deliver(to).then(otherHasBegun) }))
    const names = Array.from({ length: 120 }, (_, index) => `n${index}`)
    await addAll(jobs, ...names)
    await expect.poll(() => jobs.list()).toEqual([])
    expect([...one.delivered, ...two.delivered].sort()).toEqual(names.sort())
  })

  test('what a killed process was running is run by another one, which knows, when the lease is over', async () => {
    const seen: Attempt[] = []
    const deliver = async (_to: string, attempt: Attempt) => void seen.push(attempt)
    await leaveClaimed({ to: 'maria' }, '50 seconds')
    const jobs = await start(delivery.using({ deliver }))
    await stops.pop()!()
    expect(await jobs.list()).toMatchObject([{ state: 'active', tries: 1 }])
    expect(seen).toEqual([])

    await database.db.execute(sql`update jobs.job set started_on = now() - interval '61 seconds'`)
    await start(delivery.using({ deliver }))
    await expect.poll(() => seen).toMatchObject([{ tries: 1, wasInterrupted: true }])
    expect(logged.filter(({ message }) => message.includes('interrupted'))).toHaveLength(1)
  })

  test('a process that has the database to itself runs at once what a killed one has left', async () => {
    const seen: Attempt[] = []
    const deliver = async (_to: string, attempt: Attempt) => void seen.push(attempt)
    await leaveClaimed({ to: 'maria' }, '1 second')
    stops.push(await open(true).start([delivery.using({ deliver })]))
    await expect.poll(() => seen).toMatchObject([{ tries: 1, wasInterrupted: true }])
    expect(logged.filter(({ message }) => message.includes('interrupted'))).toHaveLength(1)
  })

  test('an item of which two processes died is given up, and what ran beside it is done', async () => {
    const { passed } = gate()
    const { deliver, delivered } = post()
    const givenUp: string[] = []
    const work = delivery.using({
      deliver: (to) => (to === 'deadly' ? passed : deliver(to)),
      forget: async (to) => void givenUp.push(to),
    })
    await leaveClaimed({ to: 'deadly' }, '1 second')
    await leaveClaimed({ to: 'beside' }, '1 second')
    stops.push(await open(true).start([work])) // runs one after the other, and so never begins the second
    const begun = sql`select 1 from jobs.job where output->'begun' is not null`
    await expect.poll(() => rowsOf(database.db, begun)).toHaveLength(1)
    expect(delivered).toEqual([])
    stops.push(await open(true).start([work])) // the process before it counts as killed
    await expect.poll(() => delivered).toEqual(['beside'])
    await expect.poll(() => open().list()).toMatchObject([{ state: 'given up' }])
    expect(givenUp).toEqual(['deadly'])
    expect(errors()).toMatchObject([
      { message: 'a job was given up', about: { reason: expect.stringMatching(/died/) } },
    ])
  })

  test('a process that only lost the database is no death', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] })
    const seen: Attempt[] = []
    const jobs = await start(
      delivery.using({
        deliver: async (_to, attempt) => {
          seen.push(attempt)
          if (seen.length > 3) return
          await database.db.execute(sql`alter table jobs.job rename to lost`)
        },
      }),
    )
    await addAll(jobs, 'maria')
    for (let lost = 1; lost <= 3; lost++) {
      await expect
        .poll(() => logged.filter(({ message }) => message.includes('could not be stored')))
        .toHaveLength(lost)
      await database.db.execute(sql`alter table jobs.lost rename to job`)
      vi.advanceTimersByTime(10_000)
    }
    await expect.poll(() => jobs.list()).toEqual([])
    expect(seen).toHaveLength(4)
    expect(seen.at(-1)).toMatchObject({ wasInterrupted: true })
  })

  test('the lease of what still runs is extended', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] })
    const { passed } = gate()
    const deliver = vi.fn(() => passed)
    const jobs = await start(delivery.using({ deliver }))
    await addAll(jobs, 'maria')
    await expect.poll(() => deliver.mock.calls).toHaveLength(1)
    await database.db.execute(sql`update jobs.job set started_on = now() - interval '1 hour'`)
    vi.advanceTimersByTime(10_000)
    const endsIn = sql`select extract(epoch from started_on + expire_in - now()) > 50 as extended from jobs.job`
    await expect.poll(() => rowsOf(database.db, endsIn)).toEqual([{ extended: true }])
    expect(await jobs.list()).toMatchObject([{ state: 'active', tries: 1 }])
  })

  describe('when the clock of the database was five hours ahead and is right again', () => {
    /** As it has stamped whatever is stored. */
    const stampAhead = () =>
      database.db.execute(
        sql`update jobs.job set started_on = started_on + interval '5 hours', start_after = start_after + interval '5 hours',
          created_on = created_on + interval '5 hours'`,
      )
    /** The work that each process does every ten seconds. */
    const maintained = () => vi.advanceTimersByTime(10_000)

    test('recurring work goes on', async () => {
      vi.useFakeTimers({ toFake: ['setInterval'] })
      const runs = vi.fn(async () => undefined)
      await start(recurring('portal.tidy', { every: { minutes: 1 }, run: runs }).using({}))
      await expect.poll(() => runs.mock.calls).toHaveLength(1)
      const isResting = sql`select 1 from jobs.job where state = 'retry'`
      await expect.poll(() => rowsOf(database.db, isResting)).toHaveLength(1)
      await stampAhead()
      maintained()
      await expect.poll(() => runs.mock.calls).toHaveLength(2)
    })

    test('a job is tried again, and those with its key keep their order', async () => {
      vi.useFakeTimers({ toFake: ['setInterval'] })
      const done: number[] = []
      const isShut = { now: true }
      const step = job('room.step', {
        input: Type.Object({ step: Type.Number() }),
        keepTryingFor: { days: 1 },
        looksAgain: { needless: 'a test' },
        inOrder: () => 'room',
        run: async (_services: object, { step: number }) => {
          if (isShut.now) throw new Error('it is shut')
          done.push(number)
        },
      })
      const jobs = await start(step.using({}))
      for (const number of [1, 2, 3]) await jobs.add(database.db, step, { step: number })
      await expect.poll(() => jobs.list()).toMatchObject([{ tries: 1 }, { tries: 0 }, { tries: 0 }])
      await stampAhead()
      isShut.now = false
      maintained()
      const areCorrected = sql`select 1 from jobs.job where created_on > now()`
      await expect.poll(() => rowsOf(database.db, areCorrected)).toEqual([])
      await jobs.add(database.db, step, { step: 4 })
      await runDueJobs({ database, jobs })
      expect(done).toEqual([1, 2, 3, 4])
    })

    test('an item of a killed process is run again within the length of a lease', async () => {
      vi.useFakeTimers({ toFake: ['setInterval'] })
      const { deliver, delivered } = post()
      await leaveClaimed({ to: 'maria' }, '0 seconds')
      await stampAhead()
      await start(delivery.using({ deliver }))
      const endsWithin = sql`select started_on + expire_in < now() + interval '61 seconds' as soon from jobs.job`
      await expect.poll(() => rowsOf(database.db, endsWithin)).toEqual([{ soon: true }])
      await database.db.execute(sql`update jobs.job set started_on = now() - interval '61 seconds'`)
      maintained()
      await expect.poll(() => delivered).toEqual(['maria'])
    })

    test('an item for later stays as far away as it was', async () => {
      vi.useFakeTimers({ toFake: ['setInterval'] })
      const jobs = await start(delivery.using(post()))
      await jobs.addLater(database.db, delivery, { input: { to: 'maria' }, after: { days: 1 } })
      await stampAhead()
      maintained()
      const hoursAway = sql`select round(extract(epoch from start_after - now()) / 3600)::int as hours from jobs.job`
      await expect.poll(() => rowsOf(database.db, hoursAway)).toEqual([{ hours: 24 }])
    })
  })

  test('the log says every minute how many items ended how, and what is stored', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] })
    const { deliver, closed } = post()
    const jobs = await start(delivery.using({ deliver }))
    closed.add('maria')
    await addAll(jobs, 'maria', 'james', 'sofia')
    await expect.poll(() => jobs.list()).toMatchObject([{ state: 'waiting', tries: 1 }])
    vi.advanceTimersByTime(60_000)
    await expect
      .poll(() => logged.filter(({ level }) => level === 'info'))
      .toMatchObject([
        {
          about: {
            jobs: { 'message.deliver': { done: 2, failed: 1 } },
            stored: [{ name: 'message.deliver', waiting: 1, active: 0, givenUp: 0 }],
          },
        },
      ])
  })

  test('a process that stops begins nothing more and waits for what runs', async () => {
    const begun: string[] = []
    const ended: string[] = []
    const { passed, open: release } = gate()
    const deliver = async (to: string) => {
      begun.push(to)
      await passed
      ended.push(to)
    }
    const jobs = await start(delivery.using({ deliver }))
    await addAll(jobs, 'a', 'b', 'c', 'd', 'e', 'f')
    await expect.poll(() => begun).toHaveLength(4)
    const stopped = stops.pop()!()
    release()
    await stopped
    expect(ended.sort()).toEqual(begun.sort())
    expect(await jobs.counts()).toEqual([{ name: 'message.deliver', waiting: 2, active: 0, givenUp: 0 }])
  })

  test('items with the same key run in the order in which they were added, while other keys go on', async () => {
    const Step = Type.Object({ room: Type.String(), step: Type.Number() })
    const done: string[] = []
    let isClosed = true
    const steps = job('visits.tell', {
      input: Step,
      keepTryingFor: { days: 1 },
      looksAgain: { needless: 'a test' },
      inOrder: ({ room }) => room,
      run: async (_: object, { room, step }) => {
        await letPass(step === 1 ? 30 : 0, 'the first step runs')
        if (isClosed && room === 'red') throw new Error('closed')
        done.push(`${room} ${step}`)
      },
    })
    const jobs = await start(steps.using({}))
    await start(steps.using({}))
    await database.db.transaction(async (tx) => {
      for (const step of [1, 2, 3]) for (const room of ['red', 'blue']) await jobs.add(tx, steps, { room, step })
    })
    await expect.poll(() => done).toEqual(['blue 1', 'blue 2', 'blue 3'])
    isClosed = false
    await runDueJobs({ database, jobs })
    await expect.poll(() => done.slice(3)).toEqual(['red 1', 'red 2', 'red 3'])
    await expect.poll(() => jobs.list()).toEqual([])
  })

  test('one item waits for each key at most, and another may wait while it runs', async () => {
    const looked: string[] = []
    const { passed, open: release } = gate()
    const looks = job('waiting.look', {
      input: Type.Object({ practice: Type.String() }),
      keepTryingFor: { days: 1 },
      looksAgain: { needless: 'a test' },
      oneWaiting: ({ practice }) => practice,
      run: async (_: object, { practice }) => {
        looked.push(practice)
        await passed
      },
    })
    const jobs = await start(looks.using({}))
    await jobs.add(database.db, looks, { practice: 'lakeside' })
    await expect.poll(() => looked).toEqual(['lakeside'])
    for (const practice of ['lakeside', 'northgate', 'lakeside', 'lakeside'])
      await jobs.addLater(database.db, looks, { input: { practice }, after: { days: 1 } })
    expect(await jobs.counts()).toEqual([{ name: 'waiting.look', waiting: 2, active: 1, givenUp: 0 }])
    release()
    await expect.poll(() => jobs.counts()).toMatchObject([{ waiting: 2, active: 0 }])
    await runDueJobs({ database, jobs })
    await expect.poll(() => looked.slice(1).sort()).toEqual(['lakeside', 'northgate'])
  })

  test('recurring work is done at the start, when asked for, and by one process at a time', async () => {
    let runs = 0
    let now = 0
    let most = 0
    const endHolds = recurring<object>('holds.end', {
      every: { hours: 1 },
      run: async () => {
        most = Math.max(most, ++now)
        await letPass(20, 'it runs')
        now--
        runs++
      },
    })
    const one = await start(endHolds.using({}))
    await expect.poll(() => runs).toBe(1)
    const two = await start(endHolds.using({}))
    await expect.poll(() => runs).toBe(2)
    for (let round = 0; round < 20; round++) {
      one.soon(endHolds)
      two.soon(endHolds)
      await letPass(7, 'some rounds fall into a run')
    }
    const before = runs
    await runNow({ database, jobs: two }, endHolds)
    expect(runs).toBeGreaterThan(before)
    expect(most).toBe(1)
    expect(await one.list()).toEqual([])
  })

  test('what is asked for while it runs is done once more', async () => {
    const { passed, open: release } = gate()
    let runs = 0
    const endHolds = recurring<object>('holds.end', {
      every: { hours: 1 },
      run: async () => {
        runs++
        await passed
      },
    })
    const jobs = await start(endHolds.using({}))
    await expect.poll(() => runs).toBe(1)
    const requested = sql`select 1 from jobs.job where start_after > started_on`
    jobs.soon(endHolds)
    await expect.poll(() => rowsOf(database.db, requested)).toHaveLength(1)
    release()
    await expect.poll(() => runs).toBe(2)
  })

  test('recurring work is done again when its time has come, also after it failed', async () => {
    let runs = 0
    const endHolds = recurring<object>('holds.end', {
      every: { seconds: 0.01 },
      run: async () => {
        runs++
        throw new Error('the hold of maria could not be ended')
      },
    })
    await start(endHolds.using({}))
    await expect.poll(() => runs).toBeGreaterThan(2)
    expect(errors()[0]).toMatchObject({
      message: 'recurring work failed',
      about: { job: 'holds.end', fault: 'Error' },
    })
    expect(JSON.stringify(errors()[0])).not.toContain('maria')
  })

  test('recurring work of every process runs in each of them', async () => {
    const runs = [0, 0]
    const refresh = recurring('settings.refresh', {
      every: { hours: 1 },
      inEveryProcess: true,
      run: async (index: number) => void (runs[index]! += 1),
    })
    const jobs = await start(refresh.using(0))
    await start(refresh.using(1))
    await expect.poll(() => runs).toEqual([1, 1])
    jobs.soon(refresh)
    await expect.poll(() => runs).toEqual([2, 1])
  })

  test('many processes make the tables at once', async () => {
    const { deliver, delivered } = post()
    const more = ['a', 'b', 'c', 'd'].map((name) =>
      recurring(name, { every: { hours: 1 }, run: async () => undefined }),
    )
    await database.db.execute('drop schema jobs cascade')
    const work = () => [delivery.using({ deliver }), ...more.map((each) => each.using({}))]
    const [jobs] = await Promise.all([start(...work()), start(...work()), start(...work())])
    await addAll(jobs!, 'maria')
    await expect.poll(() => delivered).toEqual(['maria'])
    expect(errors()).toEqual([])
  })

  test('tables of an earlier release are searched too, whose queues all exist', async () => {
    const { deliver, delivered } = post()
    await database.db.execute('drop function jobs.due_names()')
    const [jobs] = await Promise.all([start(delivery.using({ deliver })), start(delivery.using({ deliver }))])
    await addAll(jobs!, 'maria')
    await expect.poll(() => delivered).toEqual(['maria'])
    expect(errors()).toEqual([])
  })
})
