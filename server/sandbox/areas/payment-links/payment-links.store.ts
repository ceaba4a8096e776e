import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { firstRow, timestamp } from '../../../db/rows.ts'

const lastsMs = 14 * 24 * 3_600_000
/** How long who took a code may take it again: the response may have been lost. */
const repeatableMs = 10 * 60_000

interface Of {
  practice: string
  patientN: number
}

/** Whom the office sends a link. */
export interface Recipient {
  practiceName: string
  /** The host of the practice's portal; empty if unknown. */
  portalDomain: string
  /** Either may be empty. */
  cellPhone: string
  email: string
}

export function recipientOf(db: Db, { practice, patientN }: Of): Promise<Recipient | undefined> {
  return firstRow(
    db,
    sql`select c.name as "practiceName", p.cell_phone as "cellPhone", p.email,
        coalesce((select value from admin_settings where practice = c.practice and name = 'portal_domain'), '') as "portalDomain"
      from patients p join practices c on c.practice = p.practice
      where p.practice = ${practice} and p.patient_n = ${patientN}`,
  )
}

/** Returns the code of a new link. The table keeps its hash. */
export async function addPaymentCode(db: Db, { practice, patientN, now }: Of & { now: number }): Promise<string> {
  const code = randomBytes(24).toString('base64url')
  await db.execute(
    sql`insert into payment_codes (practice, code_hash, patient_n, expires_at)
      values (${practice}, ${hashOf(code)}, ${patientN}, ${timestamp(now + lastsMs)})`,
  )
  return code
}

/**
 * Uses a code up for one taker. Returns its patient; undefined for a code that is unknown, over, or used by another
 * taker or some time ago.
 */
export function takePaymentCode(
  db: Db,
  { practice, code, taker, now }: { practice: string; code: string; taker: string; now: number },
): Promise<{ patientN: number; emrid: string; firstName: string; lastName: string } | undefined> {
  return firstRow(
    db,
    sql`update payment_codes c set used_at = coalesce(c.used_at, ${timestamp(now)}), taker_hash = ${hashOf(taker)} from patients p
      where c.practice = ${practice} and c.code_hash = ${hashOf(code)}
        and (c.used_at is null or (c.taker_hash = ${hashOf(taker)} and c.used_at > ${timestamp(now - repeatableMs)}))
        and c.expires_at > ${timestamp(now)} and p.practice = c.practice and p.patient_n = c.patient_n
      returning p.patient_n as "patientN", p.emrid, p.first_name as "firstName", p.last_name as "lastName"`,
  )
}

function hashOf(code: string): string {
  return createHash('sha256').update(code).digest('base64url')
}
