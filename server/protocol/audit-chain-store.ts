import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { rowsOf } from '../db/rows.ts'

/** A row of the audit log with its entry in the chain; one of them may be missing. */
interface Linked extends HashedRow {
  number: number | null
  auditId: number | null
  chainedTime: string | null
  rowHash: string | null
  hash: string | null
}

/** What is hashed of a row, in this order. Later columns must not change it: older rows keep their hash. */
interface HashedRow {
  id: number | null
  time: string
  licenseeId: string
  accountId: string | null
  patientId: string | null
  event: string
  subject: string
  requestId: string
  actorKind: string
  actor: string
  address: string
  outcome: string
  transmitTo: string
  transmitStatus: string
  detail: string
  tries: number
}

const columns = sql`log.id::float8 as id,
  to_char(log.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as time,
  log.licensee_id as "licenseeId", log.account_id::text as "accountId", log.patient_id as "patientId", log.event,
  log.subject, log.request_id as "requestId", log.actor_kind as "actorKind", log.actor, log.address, log.outcome,
  log.transmit_to as "transmitTo", log.transmit_status as "transmitStatus", log.detail, log.tries`

const hashOf = (parts: readonly unknown[]) => createHash('sha256').update(JSON.stringify(parts)).digest('hex')

function rowHashOf(row: HashedRow): string {
  const { id, time, licenseeId, accountId, patientId, event, subject, requestId, actorKind, actor } = row
  const { address, outcome, transmitTo, transmitStatus, detail, tries } = row
  const who = [id, time, licenseeId, accountId, patientId, actorKind, actor, address]
  return hashOf([...who, event, subject, requestId, outcome, transmitTo, transmitStatus, detail, tries])
}

interface Link {
  number: number
  hash: string
}

const beginning: Link = { number: 0, hash: '' }

function linkHash(before: Link, entry: { auditId: number; time: string; rowHash: string }): string {
  return hashOf([before.hash, before.number + 1, entry.auditId, entry.time, entry.rowHash])
}

/**
 * A transaction that writes a row lasts for less: one with a smaller number than rows that were chained longer ago was
 * not written by the portal.
 */
const settledAfter = sql`interval '10 minutes'`

/** The number of the row up to which no row can come any more. */
const settledRow = (licenseeId: string) =>
  sql`coalesce((select audit_id from audit_chain where licensee_id = ${licenseeId}
    and chained_at < now() - ${settledAfter} order by number desc limit 1), 0)`

const unchained = sql`not exists (select 1 from audit_chain where audit_chain.audit_id = log.id)`

/** Adds the next rows of a practice to its chain, in one transaction. Returns how many there were. */
export function chainRows(db: Db, { licenseeId, most }: { licenseeId: string; most: number }): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(720314, hashtext(${licenseeId}))`)
    const rows = await rowsOf<HashedRow & { id: number }>(
      tx,
      sql`select ${columns} from audit_log log where log.licensee_id = ${licenseeId}
        and log.id > ${settledRow(licenseeId)} and ${unchained} order by log.id limit ${most}`,
    )
    let last = await lastLink(tx, licenseeId)
    const entries = rows.map((row) => {
      const rowHash = rowHashOf(row)
      last = { number: last.number + 1, hash: linkHash(last, { auditId: row.id, time: row.time, rowHash }) }
      return sql`(${licenseeId}, ${last.number}, ${row.id}, ${row.time}, ${rowHash}, ${last.hash})`
    })
    if (entries.length > 0)
      await tx.execute(sql`insert into audit_chain (licensee_id, number, audit_id, at, row_hash, hash)
        values ${sql.join(entries, sql`, `)}`)
    return entries.length
  })
}

async function lastLink(db: Db, licenseeId: string): Promise<Link> {
  const [last] = await rowsOf<Link>(
    db,
    sql`select number::float8 as number, hash from audit_chain where licensee_id = ${licenseeId}
      order by number desc limit 1`,
  )
  return last ?? beginning
}

/** What is wrong with the audit log of a practice. */
export interface AuditFinding {
  what: 'changed' | 'removed' | 'inserted' | 'entries removed' | 'entry changed'
  /** The row of the audit log; of entries that were removed, the first number. */
  id: number
  /** Its time; of a removed row as it was chained. */
  time: string
}

export interface AuditReport {
  findings: AuditFinding[]
  /** The number of the last entry, and its hash. */
  anchor: Link
  /** Rows that wait for their entry, and the time of the first one. */
  waiting: { count: number; since: string | null }
  /** The hashes of the requested entries, by number; missing ones are undefined. */
  anchors: Map<number, string | undefined>
}

const pageSize = 2000

/** Compares every row of a practice with its entry, and every entry with the one before it. */
export async function verifyChain(
  db: Db,
  { licenseeId, anchors = [] }: { licenseeId: string; anchors?: readonly number[] },
): Promise<AuditReport> {
  const findings: AuditFinding[] = []
  const hashes = new Map<number, string | undefined>(anchors.map((number) => [number, undefined]))
  let last = beginning
  for (;;) {
    const page = await rowsOf<Linked & { number: number; auditId: number; rowHash: string; hash: string }>(
      db,
      sql`select entry.number::float8 as number, entry.audit_id::float8 as "auditId", entry.at as "chainedTime",
          entry.row_hash as "rowHash", entry.hash, ${columns}
        from audit_chain entry left join audit_log log on log.id = entry.audit_id
        where entry.licensee_id = ${licenseeId} and entry.number > ${last.number} order by entry.number limit ${pageSize}`,
    )
    for (const entry of page) {
      findings.push(...findingsOf(entry, last))
      last = { number: entry.number, hash: entry.hash }
      if (hashes.has(entry.number)) hashes.set(entry.number, entry.hash)
    }
    if (page.length < pageSize) break
  }
  const late = await rowsOf<{ id: number; time: string }>(
    db,
    sql`select ${columns} from audit_log log where log.licensee_id = ${licenseeId}
      and log.id <= ${settledRow(licenseeId)} and ${unchained} order by log.id`,
  )
  findings.push(...late.map(({ id, time }) => ({ what: 'inserted' as const, id, time })))
  const [waiting = { count: 0, since: null }] = await rowsOf<AuditReport['waiting']>(
    db,
    sql`select count(*)::int as count, min(log.at)::text as since from audit_log log
      where log.licensee_id = ${licenseeId} and log.id > ${settledRow(licenseeId)} and ${unchained}`,
  )
  return { findings, anchor: last, waiting, anchors: hashes }
}

type Entry = Linked & { number: number; auditId: number; rowHash: string; hash: string }

function findingsOf(entry: Entry, last: Link): AuditFinding[] {
  const { number, auditId: id, chainedTime, rowHash, hash } = entry
  const time = chainedTime ?? ''
  if (number !== last.number + 1) return [{ what: 'entries removed', id: last.number + 1, time }, ...rowFinding(entry)]
  if (hash !== linkHash(last, { auditId: id, time, rowHash }))
    return [{ what: 'entry changed', id, time }, ...rowFinding(entry)]
  return rowFinding(entry)
}

function rowFinding(entry: Entry): AuditFinding[] {
  const { auditId: id, chainedTime, rowHash } = entry
  const time = chainedTime ?? ''
  if (entry.id === null) return [{ what: 'removed', id, time }]
  return rowHashOf(entry) === rowHash ? [] : [{ what: 'changed', id, time }]
}
