import { recurring } from '../../jobs/job.ts'
import type { Licensee } from '../../licensees/licensee.ts'
import { staffTaskSources } from '../../practice/extension-points.ts'
import { staffTasksTopic, type NewStaffTask } from '../../practice/staff-tasks.ts'
import type { Db } from '../../db/open.ts'
import type { Services } from '../../services.ts'
import { endOthers, forgetDone, insertTask } from './staff-tasks.store.ts'

type SourceServices = Pick<Services, 'db' | 'now' | 'uses' | 'encryption' | 'publish' | 'licensees' | 'log'>

const keepForMs = 90 * 86_400_000

/** Adds a task once for its key. Returns false if it is there. */
export function addTask(
  db: Db,
  { encryption }: Pick<Services, 'encryption'>,
  { detail, at, ...task }: NewStaffTask,
): Promise<boolean> {
  const encrypted = encryption.encrypt(detail, ['staff_tasks.detail', task.licenseeId, task.kind, task.key])
  return insertTask(db, { ...task, detail: encrypted, createdAt: at })
}

/** Adds what the sources have, and ends what they no longer have; a source that fails does not hinder the others. */
export const readSources = recurring('staffTasks.readSources', {
  every: { minutes: 1 },
  perPractice: async (services: SourceServices, licensee: Licensee) => {
    const { db, uses, now, log } = services
    const licenseeId = licensee.id
    const results = await Promise.allSettled(
      uses(staffTaskSources).map(async ({ kind, endsByItself, load }) => {
        const tasks = await load(licensee, now())
        const added = await Promise.all(tasks.map((task) => addTask(db, services, task)))
        const keys = tasks.map(({ key }) => key)
        const ended = endsByItself ? await endOthers(db, { licenseeId, kind, keys, at: now() }) : 0
        return added.includes(true) || ended > 0
      }),
    )
    for (const result of results)
      if (result.status === 'rejected')
        log.error({ err: result.reason, licensee: licenseeId }, 'tasks of the staff could not be read')
    if (results.some((result) => result.status === 'fulfilled' && result.value))
      services.publish([staffTasksTopic(licenseeId)])
  },
})

/** Forgets what was done, of all practices. */
export const forgetTasks = recurring('staffTasks.forget', {
  every: { hours: 1 },
  run: ({ db, now }: Pick<Services, 'db' | 'now'>) => forgetDone(db, { before: new Date(now().getTime() - keepForMs) }),
})
