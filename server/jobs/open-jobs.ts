import type { Database, Db } from '../db/open.ts'
import { openBoss } from './boss.ts'
import type { Duration, RecurringWork, Work } from './job.ts'
import type { AddedJob, Jobs, JobsLog } from './jobs.ts'
import { countJobs, endLeases, listJobs, recurringId, requestOnly } from './jobs.store.ts'
import { createOrderedIds } from './ordered-id.ts'
import { runHere } from './run-here.ts'
import { runStored } from './run-stored.ts'

const listedAtMost = 300

export interface JobsOptions {
  database: Database
  now: () => Date
  log: JobsLog
  /** True if no other process uses the database: items claimed at the start were then left by a killed process. */
  isAlone?: boolean
}

/** The queue and scheduler of the portal, in the portal's own database (docs/decisions/0021). */
export function openJobs({ database, now, log, isAlone = false }: JobsOptions): Jobs {
  const { db } = database
  const boss = openBoss(db, log)
  const newId = createOrderedIds()
  const stored = runStored({ db, boss, now, log })
  const here = runHere(log)
  const started = new Set<string>()

  const add = async <Input>(
    handle: Db,
    { name, accepts, key }: AddedJob<Input>,
    { input, after }: { input: Input; after?: Duration },
  ) => {
    if (!started.has(name)) throw new Error(`the job ${name} is not started`)
    if (!accepts(input)) throw new Error(`the job ${name} does not accept its input`)
    const id = newId()
    const content = { since: now().toISOString(), input }
    return (await boss.send(handle, { id, name, content, key: key?.(input), after })) ? id : undefined
  }

  return {
    add: async (handle, job, input) => {
      const id = await add(handle, job, { input })
      if (id) stored.expect(id)
    },
    addLater: async (handle, job, later) => void (await add(handle, job, later)),
    soon: ({ name }, licensee) => {
      if (!here.request(name, licensee)) stored.request(name, licensee)
    },
    wake: stored.wake,
    counts: () => countJobs(db),
    list: () => listJobs(db, { most: listedAtMost }),
    start: async (work) => {
      refuseTwins(work)
      const shared = work.filter((each) => each.kind === 'job' || !each.inEveryProcess)
      await boss.prepare(
        shared.map((each) => ({ name: each.name, keyed: each.kind === 'job' ? each.keyed : undefined })),
      )
      if (isAlone)
        for (const { name, id } of await endLeases(db, { all: true }))
          log.warn({ job: name, id }, 'a job was interrupted and is run again')
      const items = shared
        .filter(isRecurring)
        .flatMap(({ name, parts }) => parts.map(({ licensee }) => ({ name, id: recurringId(licensee) })))
      for (const item of await requestOnly(db, items)) await boss.sendRecurring(item)
      for (const { name } of work) started.add(name)
      const stopHere = here.start(work.filter(isRecurring).filter(({ inEveryProcess }) => inEveryProcess))
      const stopStored = stored.start(shared)
      return async () => {
        await Promise.all([stopHere(), stopStored()])
      }
    },
  }
}

function isRecurring(work: Work): work is RecurringWork {
  return work.kind === 'recurring'
}

function refuseTwins(work: readonly Work[]): void {
  const names = work.map(({ name }) => name)
  const twin = names.find((name, index) => names.indexOf(name) !== index)
  if (twin !== undefined) throw new Error(`two jobs are called ${twin}`)
}
