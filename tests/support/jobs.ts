import { sql, type SQL } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Database } from '../../server/db/open.ts'
import { rowsOf } from '../../server/db/rows.ts'
import type { Jobs } from '../../server/jobs/jobs.ts'

interface Running {
  database: Database
  jobs: Jobs
}

/**
 * Ends every delay, and waits until all due jobs have run. The queue uses the database's clock, which tests do not
 * move; whether a job is given up depends on the portal's clock, which they do move. With `only`, other jobs are left
 * alone: those that have no worker here, and the cleanup of sessions when a test has moved the clock.
 */
export async function runDueJobs({ database, jobs }: Running, ...only: { name: string }[]): Promise<void> {
  const names = sql.join(
    only.map(({ name }) => sql`${name}`),
    sql`, `,
  )
  const isMeant = only.length > 0 ? sql`name in (${names})` : sql`true`
  await database.db.execute(sql`update jobs.job set start_after = now() where state < 'active' and ${isMeant}`)
  jobs.wake()
  const isDue = sql`(state = 'active' or (state < 'active' and start_after <= now()) or ${isBroughtForward})`
  await untilNone(database, sql`${isDue} and ${isMeant}`)
}

/**
 * An item that was put back behind one with its key, which has ended since: it is about to be made due (putBack in
 * jobs.store.ts).
 */
const isBroughtForward = sql`(state = 'retry' and started_on is null and not exists (
  select from jobs.job earlier where earlier.name = job.name and earlier.singleton_key = job.singleton_key
    and earlier.state <= 'active' and (earlier.created_on, earlier.id) < (job.created_on, job.id)))`

/** Runs a recurring job and waits until it has ended; not for jobs that run in every process. */
export async function runNow({ database, jobs }: Running, work: { name: string }): Promise<void> {
  const [{ at } = { at: '' }] = await rowsOf<{ at: string }>(database.db, sql`select clock_timestamp()::text as at`)
  jobs.soon(work)
  await untilNone(
    database,
    sql`name = ${work.name} and (state = 'active' or started_on is null or started_on < ${at}::timestamptz)`,
  )
}

async function untilNone(database: Database, condition: SQL): Promise<void> {
  await expect.poll(() => rowsOf(database.db, sql`select name, state from jobs.job where ${condition}`)).toEqual([])
}
