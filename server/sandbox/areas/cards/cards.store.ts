import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { firstRow, millis, rowsOf, timestamp } from '../../../db/rows.ts'
import type { Behavior } from './test-numbers.ts'

const randomId = (prefix: string) => `${prefix}_${randomBytes(18).toString('base64url')}`
/** In milliseconds. */
const sessionMs = 15 * 60_000

export interface CardSession {
  origin: string
  token: string | null
  isChallenged: boolean
}

interface Of {
  practice: string
}

export async function openCardSession(
  db: Db,
  { practice, origin, now }: Of & { origin: string; now: number },
): Promise<string> {
  const id = randomId('cs')
  await db.execute(
    sql`insert into card_sessions (session_id, practice, origin, opened_at)
      values (${id}, ${practice}, ${origin}, ${timestamp(now)})`,
  )
  return id
}

/** Returns undefined for an unknown session, and for one that has expired. */
export const cardSession = (
  db: Db,
  { practice, id, now }: Of & { id: string; now: number },
): Promise<CardSession | undefined> =>
  firstRow(
    db,
    sql`select origin, token, is_challenged as "isChallenged" from card_sessions
      where practice = ${practice} and session_id = ${id} and opened_at > ${timestamp(now - sessionMs)}`,
  )

interface NewCard extends Of {
  brand: string
  lastFour: string
  behavior: Behavior
}

export async function addToken(db: Db, { practice, brand, lastFour, behavior }: NewCard): Promise<string> {
  const token = randomId('tok')
  await db.execute(
    sql`insert into card_tokens (practice, token, brand, last_four, behavior)
      values (${practice}, ${token}, ${brand}, ${lastFour}, ${behavior})`,
  )
  return token
}

export async function keepInSession(
  db: Db,
  { practice, id, token, isChallenged }: Of & { id: string; token: string; isChallenged: boolean },
): Promise<void> {
  await db.execute(
    sql`update card_sessions set token = ${token}, is_challenged = ${isChallenged}
      where practice = ${practice} and session_id = ${id}`,
  )
}

export interface CardToken {
  brand: string
  lastFour: string
  behavior: Behavior
  isSaved: boolean
}

export const tokenOf = (db: Db, { practice, token }: Of & { token: string }): Promise<CardToken | undefined> =>
  firstRow(
    db,
    sql`select brand, last_four as "lastFour", behavior,
        exists (select from saved_cards s where s.practice = t.practice and s.token = t.token) as "isSaved"
      from card_tokens t where practice = ${practice} and token = ${token}`,
  )

export interface SavedCardRow {
  id: number
  name: string
  token: string
  owner: string
  brand: string
  lastFour: string
}

/** The latest first. */
export const savedCardsOf = (db: Db, { practice, patientN }: Of & { patientN: number }): Promise<SavedCardRow[]> =>
  rowsOf(
    db,
    sql`select s.t_cc_name_n as id, s.card_name as name, s.token, s.owner, t.brand, t.last_four as "lastFour"
      from saved_cards s join card_tokens t on t.practice = s.practice and t.token = s.token
      where s.practice = ${practice} and s.patient_n = ${patientN} order by s.t_cc_name_n desc`,
  )

export async function saveCard(
  db: Db,
  { practice, patientN, owner, name, token }: Of & { patientN: number; owner: string; name: string; token: string },
): Promise<void> {
  await db.execute(
    sql`insert into saved_cards (practice, patient_n, owner, card_name, token)
      values (${practice}, ${patientN}, ${owner}, ${name}, ${token})`,
  )
}

export async function deleteSavedCard(
  db: Db,
  { practice, patientN, id }: Of & { patientN: number; id: number },
): Promise<void> {
  await db.execute(
    sql`delete from saved_cards where practice = ${practice} and patient_n = ${patientN} and t_cc_name_n = ${id}`,
  )
}

export interface CardPaymentRow {
  practice: string
  reference: string
  amount: number
  card: string
  status: 'approved' | 'declined' | 'refunded' | 'ended'
  transactionId: string | null
  message: string
}

const paymentColumns = sql`practice, reference, amount, card, status, transaction_id as "transactionId", message`

interface Charge extends Of {
  reference: string
  patientN: number
  amount: number
  card: string
  /** Why it is declined; undefined if it is approved. */
  declined?: string
  now: number
}

/** Charges once for a reference: a second time, and after its end, the stored result is returned. */
export async function chargeOnce(db: Db, charge: Charge): Promise<CardPaymentRow> {
  const { practice, reference, patientN, amount, card, declined = '', now } = charge
  const status = declined === '' ? 'approved' : 'declined'
  const transactionId = declined === '' ? randomId('txn') : null
  const made = await firstRow<CardPaymentRow>(
    db,
    sql`insert into card_payments (practice, reference, patient_n, amount, card, status, transaction_id, message, at)
      values (${practice}, ${reference}, ${patientN}, ${amount}, ${card}, ${status}, ${transactionId}, ${declined},
        ${timestamp(now)})
      on conflict do nothing returning ${paymentColumns}`,
  )
  return made ?? (await knownPayment(db, { practice, reference }))
}

/** Returns what became of a payment. One that has not arrived is refused from now on. */
export async function endPayment(
  db: Db,
  { practice, reference, now }: Of & { reference: string; now: number },
): Promise<CardPaymentRow> {
  await db.execute(
    sql`insert into card_payments (practice, reference, status, at)
      values (${practice}, ${reference}, 'ended', ${timestamp(now)}) on conflict do nothing`,
  )
  return knownPayment(db, { practice, reference })
}

async function knownPayment(db: Db, { practice, reference }: Of & { reference: string }): Promise<CardPaymentRow> {
  const row = await firstRow<CardPaymentRow>(
    db,
    sql`select ${paymentColumns} from card_payments where practice = ${practice} and reference = ${reference}`,
  )
  if (!row) throw new Error('a payment has vanished')
  return row
}

/** Returns false if there is no approved payment of that reference. */
export async function refundPayment(db: Db, { practice, reference }: Of & { reference: string }): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`update card_payments set status = 'refunded'
      where practice = ${practice} and reference = ${reference} and status = 'approved' returning reference`,
  )
  return rows.length > 0
}

export interface ListedPayment extends CardPaymentRow {
  patient: string
  /** Milliseconds since 1970. */
  at: number
  zone: string
}

/** The last payments of all practices, the latest first. */
export const lastCardPayments = (db: Db): Promise<ListedPayment[]> =>
  rowsOf(
    db,
    sql`select c.practice, c.reference, c.amount, c.card, c.status, c.transaction_id as "transactionId", c.message,
        coalesce(p.first_name || ' ' || p.last_name, '') as patient, ${millis('c.at')} as at, r.time_zone as zone
      from card_payments c
      join practices r on r.practice = c.practice
      left join patients p on p.practice = c.practice and p.patient_n = c.patient_n
      where c.status <> 'ended' order by c.at desc limit 50`,
  )
