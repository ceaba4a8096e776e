import { createHash } from 'node:crypto'
import { and, eq, lt, sql } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { refusedTries } from '../db/schema.ts'
import { writeAudit, type AuditRow } from './audit-store.ts'

/** So many refused tries of a minute are rows of their own; the others are counted in one row. */
const rowsInMinute = 10
const minuteMs = 60_000

interface Refusals {
  key: string
  minute: Date
  rows: AuditRow[]
}

/** Whether a row tells of a try that was refused. What was sent to another system is never counted. */
export function isRefusal({ outcome, transmitTo }: AuditRow): boolean {
  return outcome !== 'ok' && outcome !== 'repeated' && transmitTo === ''
}

/**
 * Counts refused tries by minute, person, address, act and outcome. Returns those that are rows of their own: the first
 * ones, but none of those that a limit has refused, of which there may be very many.
 */
export async function countRefusals(db: Db, rows: readonly AuditRow[]): Promise<AuditRow[]> {
  const kept: AuditRow[] = []
  for (const { key, minute, rows: same } of grouped(rows)) {
    const [first, last] = [same[0], same.at(-1)]
    if (!first || !last) continue
    const [counted] = await db
      .insert(refusedTries)
      .values({ licenseeId: first.licenseeId, minute, key, count: same.length, lastAt: last.at, noted: first })
      .onConflictDoUpdate({
        target: [refusedTries.licenseeId, refusedTries.minute, refusedTries.key],
        set: { count: sql`${refusedTries.count} + ${same.length}`, lastAt: last.at },
      })
      .returning({ count: refusedTries.count })
    const before = (counted?.count ?? same.length) - same.length
    kept.push(...same.slice(0, Math.max(0, ownRows(first) - before)))
  }
  return kept
}

const ownRows = ({ outcome }: AuditRow) => (outcome === 'request.tooMany' ? 0 : rowsInMinute)

/** In one order, so that two processes do not wait for each other. */
function grouped(rows: readonly AuditRow[]): Refusals[] {
  const groups = new Map<string, Refusals>()
  for (const row of rows) {
    const { at, requestId: _, ...same } = row
    const minute = new Date(Math.floor(at.getTime() / minuteMs) * minuteMs)
    const key = createHash('sha256').update(JSON.stringify(same)).digest('hex')
    const id = `${minute.toISOString()} ${key}`
    const group = groups.get(id) ?? { key, minute, rows: [] }
    group.rows.push(row)
    groups.set(id, group)
  }
  return [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group)
}

/** Writes one row for what was counted in each minute that is over. */
export async function noteRefusedTries(db: Db, { licenseeId, at }: { licenseeId: string; at: Date }): Promise<void> {
  await db.transaction(async (tx) => {
    const over = and(
      eq(refusedTries.licenseeId, licenseeId),
      lt(refusedTries.minute, new Date(at.getTime() - minuteMs)),
    )
    const counted = await tx.delete(refusedTries).where(over).returning()
    const rows = counted.flatMap(({ noted, count, lastAt }) => {
      const row = noted as AuditRow // written by countRefusals
      const tries = count - ownRows(row)
      return tries > 0 ? [{ ...row, at: lastAt, requestId: '', tries }] : []
    })
    if (rows.length > 0) await writeAudit(tx, rows)
  })
}
