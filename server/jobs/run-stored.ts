import type { Db } from '../db/open.ts'
import type { Boss, Fetched } from './boss.ts'
import { faultOf } from './fault-of.ts'
import { logFailure } from './log-failure.ts'
import type { JobWork, RecurringPart, RecurringWork, Work } from './job.ts'
import type { JobsLog } from './jobs.ts'
import {
  correctStamps,
  countJobs,
  dueNames,
  endLeases,
  extendLeases,
  forgetGivenUp,
  noteBegun,
  postpone,
  recurringId,
  requestRuns,
  rest,
  unclaim,
} from './jobs.store.ts'
import { createTally } from './tally.ts'
import { tryItem } from './try-item.ts'
import pLimit from 'p-limit'

/**
 * Finds items that other processes added; items of this process are looked up when they are added. On average: each time
 * is another one, or the process that started first would always look first, and take what only another one can run.
 */
const lookEveryMs = 1000
/** An added item is invisible before its transaction ends: it is looked up this often, for this long. */
const recheckEveryMs = 50
const recheckForMs = 1000
/** Several times within a lease. */
const maintainEveryMs = 10_000
const reportEveryMs = 60_000
/** Of one recurring job. A practice that is dead keeps one of these places until its calls time out. */
const practicesAtATime = 8

export interface StoredOptions {
  db: Db
  boss: Boss
  now: () => Date
  log: JobsLog
}

export interface StoredRuns {
  wake(): void
  /** Call when an item was added in a transaction that may not have ended. */
  expect(id: string): void
  /** Runs a recurring job now, or once more after the current run; with a practice, only its part. */
  request(name: string, licensee?: string): void
  start(work: readonly Work[]): () => Promise<void>
}

/** Runs due items: a few of each job at a time, each independently. */
export function runStored(options: StoredOptions): StoredRuns {
  const { db, boss, log } = options
  const works = new Map<string, Work>()
  const running = new Map<string, { item: Fetched; ended: Promise<void> }>()
  const expected = new Set<string>()
  /** Their results could not be stored. */
  const unstored = new Set<Fetched>()
  // One after another, so that the next death says which of them the process died of.
  const afterDeath = pLimit(1)
  const tally = createTally()
  const stopping = new AbortController()
  let isOn = false
  let looking: Promise<void> | undefined
  let looksAgain = false
  let wasUnreachable = false

  const wake = () => {
    if (!isOn) return
    if (looking) {
      looksAgain = true
      return
    }
    looksAgain = false
    looking = look()
      .then(() => void (wasUnreachable = false))
      .catch((error: unknown) => {
        if (!wasUnreachable) log.error(faultOf(error), 'due jobs could not be read') // logged once, not every second
        wasUnreachable = true
      })
      .finally(() => {
        looking = undefined
        if (looksAgain) wake()
      })
  }

  const look = async () => {
    for (const name of await dueNames(db)) {
      const work = works.get(name)
      if (!work || !isOn) continue
      const free = (work.kind === 'job' ? work.atATime : practicesAtATime) - countOf(name)
      if (free > 0) for (const item of await boss.fetch(name, free)) begin(work, item)
    }
  }

  const countOf = (name: string) => [...running.values()].filter(({ item }) => item.name === name).length

  const begin = (work: Work, item: Fetched) => {
    expected.delete(item.id)
    const place = `${item.name} ${item.id}`
    const ended = runOne({ ...options, stopping: stopping.signal, afterDeath }, work, item)
      .then((result) => tally.count(item.name, result))
      .catch((error: unknown) => {
        unstored.add(item)
        log.error({ job: item.name, id: item.id, ...faultOf(error) }, 'the end of a job could not be stored')
      })
      .finally(() => {
        running.delete(place)
        wake() // a free place for the next item
      })
    running.set(place, { item, ended })
  }

  const maintain = async () => {
    for (const item of unstored) {
      await unclaim(db, item)
      unstored.delete(item)
    }
    await extendLeases(
      db,
      [...running.values()].map(({ item }) => item),
    )
    await correctStamps(
      db,
      [...works.values()].map((work) => ({ name: work.name, ms: longestRest(work) })),
    )
    for (const { name, id } of await endLeases(db))
      log.warn({ job: name, id }, 'a job was interrupted and is run again')
  }

  const report = async () => {
    await forgetGivenUp(db)
    const counts = tally.take()
    if (counts) log.info({ jobs: counts, stored: await countJobs(db) }, 'jobs of the last minute')
  }

  const others = new Set<Promise<void>>()
  const beside = (run: () => Promise<void>) => {
    const ended = run()
      .catch((error: unknown) => log.error(faultOf(error), 'background work on jobs failed'))
      .finally(() => others.delete(ended))
    others.add(ended)
  }

  let lookTimer: NodeJS.Timeout | undefined
  const lookLater = () => {
    lookTimer = setTimeout(
      () => {
        wake()
        lookLater()
      },
      lookEveryMs * (0.5 + Math.random()),
    ).unref()
  }

  let recheckTimer: NodeJS.Timeout | undefined
  let recheckUntil = 0
  const recheck = () => {
    recheckTimer = undefined
    if (!isOn || expected.size === 0) return
    if (performance.now() > recheckUntil) return expected.clear() // rolled back, or run by another process
    wake()
    recheckTimer = setTimeout(recheck, recheckEveryMs).unref()
  }

  return {
    wake,
    expect: (id) => {
      expected.add(id)
      recheckUntil = performance.now() + recheckForMs
      recheckTimer ??= setTimeout(recheck, 0).unref()
    },
    request: (name, licensee) => {
      const id = licensee === undefined ? undefined : recurringId(licensee)
      if (isOn) beside(() => requestRuns(db, { name, id }).then(wake))
    },
    start: (all) => {
      for (const work of all) works.set(work.name, work)
      isOn = true
      const timers = [
        setInterval(() => beside(maintain), maintainEveryMs),
        setInterval(() => beside(report), reportEveryMs),
      ].map((timer) => timer.unref())
      beside(maintain)
      wake()
      lookLater()
      return async () => {
        isOn = false
        stopping.abort()
        timers.forEach((timer) => clearInterval(timer))
        clearTimeout(lookTimer)
        clearTimeout(recheckTimer)
        await looking
        await Promise.all([...others, ...[...running.values()].map(({ ended }) => ended)])
      }
    },
  }
}

/** The pause after an item was put back behind another one, or the longest one after a failure. */
function longestRest(work: Work): number {
  return work.kind === 'job' ? Math.max(60_000, ...work.pausesMs) : work.everyMs
}

interface RunOptions extends StoredOptions {
  /** Aborted when the process stops. */
  stopping: AbortSignal
  afterDeath: <T>(run: () => Promise<T>) => Promise<T>
}

async function runOne(options: RunOptions, work: Work, item: Fetched) {
  if (work.kind === 'job') return item.wasInterrupted ? runAgain(options, work, item) : tryItem(options, work, item)
  return runRecurring(options, work, item)
}

function runAgain(options: RunOptions, work: JobWork, item: Fetched) {
  return options.afterDeath(async () => {
    await noteBegun(options.db, item)
    return tryItem(options, work, item)
  })
}

async function runRecurring({ db, log, stopping }: RunOptions, work: RecurringWork, item: Fetched) {
  const { name, everyMs } = work
  const { id, tries, failures: earlier } = item
  const part = work.parts.find(({ licensee }) => recurringId(licensee) === id)
  if (!part) {
    // Of a practice that only another process serves, which looks for due items within the same time.
    await postpone(db, { name, id, tries, pauseMs: Math.random() * lookEveryMs })
    return 'done'
  }
  const failures = await failuresAfter(log, { name, part, earlier, stopping })
  await rest(db, { name, id, tries, everyMs, failures })
  return failures > 0 ? 'failed' : 'done'
}

interface Running {
  name: string
  part: RecurringPart
  earlier: number
  stopping: AbortSignal
}

/** Runs a part. Returns how often in a row it has failed. */
async function failuresAfter(log: JobsLog, { name, part, earlier, stopping }: Running): Promise<number> {
  const { licensee, run } = part
  try {
    await run(stopping)
    return 0
  } catch (error) {
    if (stopping.aborted) return earlier // it was ended
    const failures = earlier + 1
    logFailure(log, { job: name, licensee, failures, error })
    return failures
  }
}
