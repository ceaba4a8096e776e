import PgBoss from 'pg-boss'
import { DrizzleQueryError, sql, type SQL } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { milliseconds, type Duration, type JobWork } from './job.ts'
import type { JobsLog } from './jobs.ts'
import { createDueNames, hasDueNames, leaseSeconds, lockQueues, type JobContent } from './jobs.store.ts'

/** The stored fields of an item. */
export interface Fetched {
  id: string
  name: string
  content: JobContent
  key: string | undefined
  tries: number
  wasInterrupted: boolean
  /** How many processes in a row died while they ran it. */
  deaths: number
  /** How often in a row a recurring item has failed. */
  failures: number
}

/** The part of pg-boss that is used: its tables, and adding, claiming and removing items (docs/decisions/0021). */
export interface Boss {
  /** Creates missing tables and queues. Safe to run in several processes at once. */
  prepare(queues: readonly QueueOptions[]): Promise<void>
  /** False if another item with its key is already waiting. */
  send(db: Db, item: NewItem): Promise<boolean>
  /** Adds an item of a recurring job; it is never duplicated. */
  sendRecurring(item: Pick<Fetched, 'name' | 'id'>): Promise<void>
  /** Claims due items for the length of the lease. */
  fetch(name: string, most: number): Promise<Fetched[]>
  remove(item: Pick<Fetched, 'name' | 'id'>): Promise<void>
}

interface NewItem {
  id: string
  name: string
  content: JobContent
  key: string | undefined
  after: Duration | undefined
}

type QueueOptions = Pick<JobWork, 'name' | 'keyed'>

export function openBoss(db: Db, log: Pick<JobsLog, 'error'>): Boss {
  const open = (handle: Db) => {
    // pg-boss's own workers, supervision and clock are switched off: see the decision.
    const opened = new PgBoss({ db: executor(handle), schema: 'jobs', supervise: false, schedule: false })
    opened.on('error', ({ name }) => log.error({ error: name }, 'pg-boss failed'))
    return opened
  }
  const boss = open(db)
  const missing = async (from: PgBoss, queues: readonly QueueOptions[]) => {
    const known = new Set((await from.getQueues()).map(({ name }) => name))
    return queues.filter(({ name }) => !known.has(name))
  }
  const prepare = async (queues: readonly QueueOptions[]) => {
    await open(db).start() // a new instance, because one that failed to start cannot start again
    if ((await missing(boss, queues)).length === 0 && (await hasDueNames(db))) return
    await db.transaction(async (tx) => {
      await lockQueues(tx)
      if (!(await hasDueNames(tx))) await createDueNames(tx)
      const inside = open(tx)
      for (const { name, keyed } of await missing(inside, queues))
        await inside.createQueue(name, { name, policy: keyed === 'one waiting' ? 'short' : 'standard' })
    })
  }
  return {
    // Retries in a new transaction: this connection may not see the tables yet that another process has just created.
    prepare: (queues) => prepare(queues).catch(() => prepare(queues)),
    send: async (handle, { id, name, content, key, after }) => {
      const added = await boss.send(name, content, {
        id,
        singletonKey: key,
        startAfter: after && new Date(Date.now() + milliseconds(after)),
        expireInSeconds: leaseSeconds,
        db: executor(handle),
      })
      return added !== null
    },
    sendRecurring: async ({ name, id }) => {
      await boss.send(name, {}, { id, expireInSeconds: leaseSeconds })
    },
    fetch: async (name, most) => {
      const fetched = await boss.fetch<JobContent & { failures?: number }>(name, {
        batchSize: most,
        includeMetadata: true,
      })
      return fetched.map(({ id, data, singletonKey, retryCount, output }) => ({
        id,
        name,
        content: data,
        key: singletonKey ?? undefined,
        tries: retryCount,
        wasInterrupted: output !== null,
        deaths: deathsIn(output),
        failures: data.failures ?? 0,
      }))
    },
    remove: async ({ name, id }) => {
      await boss.deleteJob(name, id)
    },
  }
}

/** Of what `endLeases` stores. */
function deathsIn(output: object | null): number {
  return output !== null && 'deaths' in output && typeof output.deaths === 'number' ? output.deaths : 0
}

/** Runs pg-boss's SQL through our handle, so that it can be part of our transaction. */
function executor(db: Db): PgBoss.Db {
  return {
    executeSql: async (text: string, values?: unknown[]) => {
      try {
        const script = /^\s*BEGIN;([^]*)COMMIT;\s*$/.exec(text)?.[1]
        return script === undefined ? await db.execute(withValues(text, values ?? [])) : await runWhole(db, script)
      } catch (error) {
        // pg-boss recognizes by the database's own error that another process was faster.
        throw error instanceof DrizzleQueryError ? error.cause : error
      }
    },
  }
}

/**
 * Runs a script in one transaction: otherwise a script with its own BEGIN that fails would leave PGlite's only
 * connection inside its transaction.
 */
function runWhole(db: Db, script: string): Promise<{ rows: unknown[] }> {
  return db.transaction(async (tx) => {
    for (const [statement] of script.matchAll(/(?:\$\$[^]*?\$\$|[^;])+/g))
      if (statement.trim() !== '') await tx.execute(sql.raw(statement))
    return { rows: [] }
  })
}

/** Converts a statement with `$1`, `$2` and so on for drizzle. A value that occurs twice becomes two parameters. */
function withValues(text: string, values: readonly unknown[]): SQL {
  const parts = text.split(/\$(\d+)/) // text, number, text, number, ...
  return sql.join(
    parts.map((part, index) => (index % 2 === 0 ? sql.raw(part) : sql.param(values[Number(part) - 1] ?? null))),
  )
}
