/** @module-tag database */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../../tests/support/databases.ts'
import { runDueJobs, runNow } from '../../../tests/support/jobs.ts'
import type { Database } from '../../db/open.ts'
import { visitEvents } from './schema.ts'
import type { Emr } from '../../gateways/emr/emr.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { openJobs } from '../../jobs/open-jobs.ts'
import type { Licensee } from '../../licensees/licensee.ts'
import { addVisitEvent, reportEarlierEvents, reportEvent } from './report-visit-events.ts'
import { keepVisit, type NewVisitEvent } from './visits.store.ts'

const minute = 60_000
const day = 24 * 60 * minute
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
const visitIn = (room: string) => ({
  room,
  licenseeId: 'lakeside',
  appointmentId: `of ${room}`,
  patientId: '1001',
  startsAt: new Date(),
  minutes: 15,
  closesAt: new Date(),
  origin: 'http://lakeside.localhost',
})

let database: Database
let clock: { aheadMs: number }
let isDown: boolean
let heard: string[]
let jobs: Jobs
let stop: () => Promise<void>

beforeEach(async () => {
  database = await openTestDatabase('portal')
  clock = { aheadMs: 0 }
  isDown = false
  heard = []
  const hears = (what: string) => async (about: { appointmentId: string }) => {
    if (isDown) throw new Error('the record server is down')
    heard.push(`${what} ${about.appointmentId}`)
    return about.appointmentId !== 'of unknown'
  }
  // The methods that reporting calls.
  const emr = {
    setVisitLink: hears('link'),
    enterVisit: hears('entered'),
    leaveVisit: hears('left'),
    endVisit: hears('ended'),
  } as unknown as Emr
  const now = () => new Date(Date.now() + clock.aheadMs)
  jobs = openJobs({ database, now, log: quiet })
  const licensees = [{ id: 'lakeside' } as Licensee] // the only field used here
  const services = { db: database.db, licensees, emrOf: () => emr, now, jobs, providerUrl: () => '' }
  stop = await jobs.start([reportEvent.using(services), reportEarlierEvents.using(services)])
  for (const room of ['one', 'two', 'unknown']) await database.db.transaction((tx) => keepVisit(tx, visitIn(room)))
})
afterEach(async () => {
  await stop()
  await database.close()
})

const due = () => runDueJobs({ database, jobs }, reportEvent)
const happens = (room: string, what: NewVisitEvent['what']) =>
  database.db.transaction((tx) => addVisitEvent(tx, { jobs }, { room, what, role: 'guest', at: new Date() }))
const untold = async () => (await database.db.select().from(visitEvents)).filter(({ heardAt }) => !heardAt)
const states = async () => (await jobs.list()).map(({ state }) => state)

describe('the record server', () => {
  test('hears of each visit in order, also when it was down meanwhile', async () => {
    isDown = true
    for (const what of ['entered', 'left', 'entered'] as const) await happens('one', what)
    await due()
    isDown = false
    await happens('one', 'ended')
    await happens('two', 'entered')
    await due()
    await expect
      .poll(() => heard.filter((each) => each.endsWith('one')))
      .toEqual(['entered of one', 'left of one', 'entered of one', 'ended of one'])
    expect(heard).toContain('entered of two')
    await expect.poll(async () => [await untold(), await states()]).toEqual([[], []])
  })

  test('receives the events of one visit while those of another wait', async () => {
    isDown = true
    await happens('one', 'entered')
    await expect.poll(() => jobs.list()).toMatchObject([{ state: 'waiting', tries: 1 }])
    isDown = false
    await happens('two', 'entered')
    await expect.poll(() => heard).toEqual(['entered of two'])
  })

  test('receives an event for a day and no longer, and later events then', async () => {
    isDown = true
    await happens('one', 'entered')
    await due()
    clock.aheadMs = day - minute
    await due()
    expect([await states(), (await untold()).length]).toEqual([['waiting'], 1])
    await happens('one', 'left')
    clock.aheadMs = day + minute
    isDown = false
    await due()
    await expect.poll(states).toEqual(['given up'])
    expect([heard, await untold()]).toEqual([['left of one'], []])
  })

  test('that knows no such visit receives its event once', async () => {
    await happens('unknown', 'entered')
    await due()
    expect([heard, await untold(), await states()]).toEqual([['entered of unknown'], [], ['given up']])
  })

  test('hears what an earlier version has kept, in order and once', async () => {
    const [at, nextTryAt] = [new Date(), new Date(Date.now() + 10 * minute)]
    const event = { room: 'one', role: 'guest', at } as const
    await database.db.insert(visitEvents).values([
      { ...event, what: 'entered', heardAt: at, nextTryAt },
      { ...event, what: 'left', nextTryAt },
      { ...event, what: 'ended', nextTryAt },
    ])
    for (let times = 0; times < 2; times++) await runNow({ database, jobs }, reportEarlierEvents)
    await due()
    await expect.poll(states).toEqual([])
    expect(heard).toEqual(['left of one', 'ended of one'])
  })
})

test('pauses between tries grow to ten minutes', () => {
  const { pausesMs, keepTryingForMs } = reportEvent.using({} as never) // services are used only when it runs
  expect(pausesMs).toEqual([5000, 15_000, minute, 10 * minute])
  expect(keepTryingForMs).toBe(day)
})
