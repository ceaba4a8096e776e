import type { Db } from '../db/open.ts'
import type { Boss, Fetched } from './boss.ts'
import { faultOf } from './fault-of.ts'
import { GiveUp, type GivenUpCause, type JobWork, type PreparedJob } from './job.ts'
import type { JobsLog } from './jobs.ts'
import { bringForward, hasEarlier, keepGivenUp, postpone, putBack } from './jobs.store.ts'

export interface Trying {
  db: Db
  boss: Pick<Boss, 'remove'>
  now: () => Date
  log: JobsLog
}

/** One death can be that of a process which something else has ended. */
const mostDeaths = 2

export type Result = 'done' | 'failed' | 'given up' | 'put back'

/** Runs one claimed item and stores its result. */
export async function tryItem(trying: Trying, work: JobWork, item: Fetched): Promise<Result> {
  if (work.keyed !== 'in order' || item.key === undefined) return runItem(trying, work, item)
  const { name, id, key, tries } = item
  if (await isBehind(trying, { name, id, key, tries })) return 'put back'
  const result = await runItem(trying, work, item)
  if (result !== 'failed') await bringForward(trying.db, { name, key })
  return result
}

async function runItem(trying: Trying, work: JobWork, item: Fetched): Promise<Result> {
  const prepared = work.prepare(item.content.input)
  if (!prepared) return giveUp(trying, item, { cause: 'hopeless', reason: 'its input is not accepted' })
  if (item.deaths >= mostDeaths)
    return giveUp(trying, item, { cause: 'deadly', reason: 'two processes died while they ran it', prepared })
  const until = Date.parse(item.content.since) + work.keepTryingForMs
  if (item.tries > 0 && trying.now().getTime() > until)
    return giveUp(trying, item, { cause: 'late', reason: 'its time is over', prepared })
  const { id, tries, wasInterrupted } = item
  try {
    await prepared.run({ id, tries, wasInterrupted })
  } catch (error) {
    if (error instanceof GiveUp) return giveUp(trying, item, { cause: 'hopeless', reason: error.message, prepared })
    return tryLater(trying, item, { error, prepared, until, pausesMs: work.pausesMs })
  }
  await trying.boss.remove(item)
  return 'done'
}

async function isBehind(
  { db }: Trying,
  item: Pick<Fetched, 'name' | 'id' | 'tries'> & { key: string },
): Promise<boolean> {
  if (!(await hasEarlier(db, item))) return false
  await putBack(db, item)
  // The earlier item may have ended between the two statements, when there was nothing to bring forward yet.
  if (!(await hasEarlier(db, item))) await bringForward(db, item)
  return true
}

interface Failure {
  error: unknown
  prepared: PreparedJob
  until: number
  pausesMs: readonly number[]
}

async function tryLater(trying: Trying, item: Fetched, failure: Failure): Promise<Result> {
  const { db, now, log } = trying
  const { error, prepared, until, pausesMs } = failure
  const about = { job: item.name, id: item.id, tries: item.tries + 1, ...faultOf(error) }
  const pauseMs = pausesMs[Math.min(item.tries, pausesMs.length - 1)] ?? 0
  const at = now().getTime()
  if (at + pauseMs > until)
    return giveUp(trying, item, { cause: 'late', reason: 'its time is over', prepared, ...faultOf(error) })
  log.warn({ ...about, nextTryAt: new Date(at + pauseMs) }, 'a job failed and is tried again')
  await postpone(db, { ...item, pauseMs })
  return 'failed'
}

async function giveUp(
  trying: Trying,
  item: Fetched,
  { prepared, cause, ...why }: { cause: GivenUpCause; reason: string; prepared?: PreparedJob },
): Promise<Result> {
  const { db, log } = trying
  const about = { job: item.name, id: item.id, tries: item.tries + 1, ...why }
  log.error(about, 'a job was given up')
  try {
    await prepared?.givenUp(cause)
  } catch (error) {
    log.error({ ...about, ...faultOf(error) }, 'cleaning up after a job failed')
  }
  await keepGivenUp(db, item)
  return 'given up'
}
