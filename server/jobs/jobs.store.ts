import { createHash } from 'node:crypto'
import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { rowsOf } from '../db/rows.ts'
import type { JobCounts, JobItem } from './jobs.ts'

/**
 * The statements that pg-boss lacks, on its table `jobs.job`. An item is `created`, then `active` and, after a failed
 * attempt, `retry`; an item that was given up stays as `failed` for a month; a finished item is removed. Times are
 * those of the database.
 */
export interface JobContent {
  /** When it was added, by the portal's clock. */
  since: string
  input: unknown
}

/** Another process may claim an item whose lease was not extended for this long. */
export const leaseSeconds = 60
/** The ids of recurring items are the first of all: those of other items begin with a time. */
const recurringIds = { prefix: '00000000-0000-4000-8000-', last: '00000000-0000-4000-8000-ffffffffffff' }

/** The id of the item of a recurring job, or of its part for a practice. It is the same for every job. */
export function recurringId(licensee: string | undefined): string {
  const part = licensee === undefined ? '' : createHash('sha256').update(licensee).digest('hex').slice(0, 12)
  return recurringIds.prefix + part.padStart(12, '0')
}

interface Tried {
  name: string
  id: string
  /** The number of the attempt, so that a late result of an earlier attempt changes nothing. */
  tries: number
}

const waits = sql`state < 'active'`
/** Ends the claim; the next claim begins with a full lease. */
const unclaimed = sql`state = 'retry', expire_in = ${leaseSeconds} * interval '1 s'`
const isRecurring = sql`id <= ${recurringIds.last}`
const isItem = sql`id > ${recurringIds.last}`

/** Two processes that create queues at once would run into a deadlock. */
export async function lockQueues(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(720313)`)
}

/**
 * The search for due items, as a function, because a connection keeps the plan of a function: the table has a partition
 * for each job, so that planning takes several times as long as searching.
 */
const dueNamesBody = `begin
  return query select queue.name from jobs.queue where exists (
    select from jobs.job where job.name = queue.name and state < 'active' and start_after < now());
end`

export async function hasDueNames(db: Db): Promise<boolean> {
  const [row] = await rowsOf<{ there: boolean }>(db, sql`select to_regproc('jobs.due_names') is not null as there`)
  return row?.there === true
}

/** Must be called with the lock of `lockQueues`. */
export async function createDueNames(tx: Db): Promise<void> {
  await tx.execute(
    sql.raw(`create function jobs.due_names() returns setof text stable language plpgsql as $$${dueNamesBody}$$`),
  )
}

/** Returns the names of jobs with due items. */
export async function dueNames(db: Db): Promise<string[]> {
  const rows = await rowsOf<{ name: string }>(db, sql`select due_names as name from jobs.due_names()`)
  return rows.map(({ name }) => name)
}

/** Whether an earlier item with the same key is not finished yet. */
export async function hasEarlier(db: Db, { name, id, key }: { name: string; id: string; key: string }) {
  const rows = await rowsOf(
    db,
    sql`select 1 from jobs.job earlier join jobs.job own on own.name = earlier.name
      where own.name = ${name} and own.id = ${id} and earlier.singleton_key = ${key} and earlier.state <= 'active'
        and (earlier.created_on, earlier.id) < (own.created_on, own.id) limit 1`,
  )
  return rows.length > 0
}

/**
 * Puts a claimed item back behind the earlier one, as if it had not been claimed. The end of the earlier one makes it
 * due.
 */
export async function putBack(db: Db, item: Tried): Promise<void> {
  await db.execute(
    sql`update jobs.job set ${unclaimed}, started_on = null, start_after = now() + interval '1 minute', output = output - 'begun'
      where ${tried(item)}`,
  )
}

export async function postpone(db: Db, { pauseMs, ...item }: Tried & { pauseMs: number }): Promise<void> {
  await db.execute(
    sql`update jobs.job set ${unclaimed}, output = null, start_after = now() + ${pauseMs} * interval '1 ms'
      where ${tried(item)}`,
  )
}

/** Marks an item as given up and deletes its input, which is no longer needed. */
export async function keepGivenUp(db: Db, item: Tried): Promise<void> {
  await db.execute(sql`update jobs.job set state = 'failed', data = null, completed_on = now() where ${tried(item)}`)
}

/** Makes items due that were put back behind an item with their key. */
export async function bringForward(db: Db, { name, key }: { name: string; key: string }): Promise<void> {
  await db.execute(
    sql`update jobs.job set start_after = now() where name = ${name} and singleton_key = ${key} and state = 'retry'`,
  )
}

type RecurringItem = Pick<Tried, 'name' | 'id'>

/** Makes recurring items due, all of the job or one; a running one runs once more. */
export async function requestRuns(db: Db, { name, id }: { name: string; id?: string }): Promise<void> {
  const isMeant = id === undefined ? isRecurring : sql`id = ${id}`
  await db.execute(sql`update jobs.job set start_after = now() where name = ${name} and ${isMeant}`)
}

/**
 * Makes these recurring items due, and deletes other ones: of practices that are no longer served, and of jobs that were
 * not divided by practice. Returns those that are missing.
 */
export async function requestOnly(db: Db, items: readonly RecurringItem[]): Promise<RecurringItem[]> {
  if (items.length === 0) return []
  const names = sql.join(
    [...new Set(items.map(({ name }) => name))].map((name) => sql`${name}`),
    sql`, `,
  )
  const kept = sql.join(
    items.map(({ name, id }) => sql`(${name}, ${id}::uuid)`),
    sql`, `,
  )
  const isOfThem = sql`name in (${names}) and ${isRecurring}`
  await db.execute(sql`delete from jobs.job where ${isOfThem} and (name, id) not in (${kept})`)
  const due = await rowsOf<RecurringItem>(
    db,
    sql`update jobs.job set start_after = now() where ${isOfThem} returning name, id::text`,
  )
  return items.filter((item) => !due.some(({ name, id }) => name === item.name && id === item.id))
}

interface Rest extends Tried {
  everyMs: number
  /** How often in a row it has failed. */
  failures: number
}

/** Waits until it is next due: immediately if it was requested while it ran. */
export async function rest(db: Db, { everyMs, failures, ...item }: Rest): Promise<void> {
  await db.execute(
    sql`update jobs.job set ${unclaimed}, data = ${JSON.stringify({ failures })}::jsonb, start_after =
        case when start_after > started_on then start_after else now() + ${everyMs} * interval '1 ms' end
      where ${tried(item)}`,
  )
}

/** Extends the leases of items that run in this process. */
export async function extendLeases(db: Db, running: readonly Pick<Tried, 'name' | 'id'>[]): Promise<void> {
  for (const { name, id } of running)
    await db.execute(
      sql`update jobs.job set expire_in = now() - started_on + ${leaseSeconds} * interval '1 s'
        where name = ${name} and id = ${id} and state = 'active'`,
    )
}

/**
 * Ends the leases that a killed process left; `all`: also those it has just begun. Counts in `output` how many processes
 * died in a row while they ran the item: one that was interrupted before counts only once it has begun again.
 */
export function endLeases(db: Db, { all = false } = {}): Promise<{ name: string; id: string }[]> {
  const isOver = all ? sql`true` : sql`started_on + expire_in < now()`
  return rowsOf(
    db,
    sql`update jobs.job set ${unclaimed}, start_after = now(), output = case
          when output is null then '{"deaths": 1}'::jsonb
          when output->'begun' is null then output
          else jsonb_build_object('deaths', coalesce((output->>'deaths')::int, 0) + 1)
        end
      where state = 'active' and ${isOver} returning name, id`,
  )
}

/** Notes that an item which was interrupted runs again. */
export async function noteBegun(db: Db, item: Tried): Promise<void> {
  await db.execute(sql`update jobs.job set output = output || '{"begun": true}' where ${tried(item)}`)
}

/** Ends the claim of an item whose end could not be stored: no process died of it. */
export async function unclaim(db: Db, item: Tried): Promise<void> {
  await db.execute(
    sql`update jobs.job set ${unclaimed}, start_after = now(), output = '{"deaths": 0}' where ${tried(item)}`,
  )
}

/** How long each job rests at most between two attempts or runs. */
export interface LongestRest {
  name: string
  ms: number
}

/** Processes share the clock of the database; a later stamp is one of before it was set back. */
const ahead = sql`now() + interval '1 minute'`

/**
 * Corrects what was stamped before the clock of the database was set back. Otherwise recurring jobs, attempts and leases
 * would wait until the clock has caught up, for hours or days.
 */
export async function correctStamps(db: Db, longest: readonly LongestRest[]): Promise<void> {
  await db.execute(sql`update jobs.job set started_on = now() where state = 'active' and started_on > ${ahead}`)
  // Before what is added from now on, so that items with one key keep their order.
  await db.execute(
    sql`update jobs.job set created_on = now() - interval '1 minute',
        start_after = case when state = 'created' then start_after - (created_on - now()) else start_after end
      where ${isItem} and ${waits} and created_on > ${ahead}`,
  )
  if (longest.length === 0) return
  const rests = sql.join(
    longest.map(({ name, ms }) => sql`(${name}::text, ${ms}::float8)`),
    sql`, `,
  )
  await db.execute(
    sql`update jobs.job set start_after = now() from (values ${rests}) as longest (name, ms)
      where job.name = longest.name and (state = 'retry' or (state = 'created' and ${isRecurring}))
        and start_after > ${ahead} + longest.ms * interval '1 ms'`,
  )
}

export async function forgetGivenUp(db: Db): Promise<void> {
  await db.execute(sql`delete from jobs.job where state = 'failed' and completed_on < now() - interval '30 days'`)
}

export function countJobs(db: Db): Promise<JobCounts[]> {
  return rowsOf(
    db,
    sql`select name, (count(*) filter (where ${waits}))::int as waiting,
        (count(*) filter (where state = 'active'))::int as active,
        (count(*) filter (where state = 'failed'))::int as "givenUp"
      from jobs.job where ${isItem} group by name order by name`,
  )
}

export async function listJobs(db: Db, { most }: { most: number }): Promise<JobItem[]> {
  const rows = await rowsOf<Listed>(
    db,
    sql`select name, id::text, state::text, created_on as "addedAt",
        retry_count + (case when started_on is null then 0 else 1 end) as tries,
        case when ${waits} then start_after end as "nextTryAt", completed_on as "givenUpAt"
      from jobs.job where ${isItem} order by state desc, start_after, id limit ${most}`,
  )
  return rows.map(({ addedAt, nextTryAt, givenUpAt, state, ...item }) => ({
    ...item,
    state: stateNames[state],
    addedAt: new Date(addedAt),
    nextTryAt: nextTryAt === null ? undefined : new Date(nextTryAt),
    givenUpAt: givenUpAt === null ? undefined : new Date(givenUpAt),
  }))
}

const stateNames = { created: 'waiting', retry: 'waiting', active: 'active', failed: 'given up' } as const

type Listed = Pick<JobItem, 'name' | 'id' | 'tries'> & {
  state: keyof typeof stateNames
  addedAt: string
  nextTryAt: string | null
  givenUpAt: string | null
}

function tried({ name, id, tries }: Tried): SQL {
  return sql`name = ${name} and id = ${id} and state = 'active' and retry_count = ${tries}`
}
