import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, isNotNull, lt, lte, sql } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { flows } from '../db/schema.ts'
import { createCipher } from '../encryption.ts'
import { latestStamp } from '../protocol/latest-stamp.ts'

export const flowPurposes = [
  'signUp',
  'recovery',
  'reset',
  'secondFactor',
  'chooser',
  'passkey',
  'enrolment',
  'resetLink',
  'emailLink',
  'signInName',
  'mailRead',
  'proof',
] as const
export type FlowPurpose = (typeof flowPurposes)[number]

/** The default maximum duration of a flow. */
const flowMinutes = 30
/** How long a code is valid (specification 1 §9). */
const codeMs = 120_000
/** security.md: five tries per code, and a limited number of codes per flow. */
const mostTries = 5
const mostSends = 5

/** A flow of several steps, bound to one browser and one practice. */
export interface Flow<S> {
  /** The flow's secret, which only the browser has. */
  id: string
  step: string
  subject: S
  code?: FlowCode
}

export interface FlowCode {
  endsAt: Date
  triesLeft: number
}

export interface FlowPlace {
  licenseeId: string
  purpose: FlowPurpose
  /** The id that the browser sent. */
  id: string | undefined
}

/** Starts a flow and returns its secret id, which is stored hashed. */
export async function beginFlow(
  db: Db,
  flow: { licenseeId: string; purpose: FlowPurpose; step: string; subject: object; at: Date; minutes?: number },
): Promise<string> {
  const id = randomBytes(32).toString('base64url')
  const { at, minutes = flowMinutes, subject, ...rest } = flow
  const endsAt = new Date(at.getTime() + minutes * 60_000)
  await db.insert(flows).values({ ...rest, subject: sealed(subject, id), idHash: hashed(id), createdAt: at, endsAt })
  return id
}

/** Returns undefined when the flow is unknown, has expired, or belongs to another practice or purpose. */
export async function readFlow<S>(db: Db, place: FlowPlace & { at: Date }): Promise<Flow<S> | undefined> {
  if (place.id === undefined) return undefined
  const [row] = await db
    .select()
    .from(flows)
    .where(and(isMeant(place), gt(flows.endsAt, place.at)))
  if (!row) return undefined
  const code =
    row.codeHash && row.codeEndsAt && row.codeEndsAt <= latestEnd(place.at)
      ? { endsAt: row.codeEndsAt, triesLeft: Math.max(0, mostTries - row.codeTries) }
      : undefined
  const subject = opened(row.subject as StoredSubject, place.id) // written below
  return { id: place.id, step: row.step, subject: subject as S, code } // by the feature of this purpose
}

/** What is stored of a subject: flows are ended by their account, and `encrypted` is so already. */
interface StoredSubject {
  accountId?: number
  encrypted?: string
  /** All the rest: names, birth dates, addresses that a code goes to. Only the browser has the key, which is the id. */
  sealed?: string
}

function sealed(subject: object, id: string): StoredSubject {
  const { accountId, encrypted, ...rest } = subject as StoredSubject // what some purposes name so
  return {
    ...(accountId === undefined ? {} : { accountId }),
    ...(encrypted === undefined ? {} : { encrypted }),
    sealed: createCipher(id).encrypt(JSON.stringify(rest)),
  }
}

/** A process of an earlier version stores a subject in clear. */
function opened({ sealed: rest, ...known }: StoredSubject, id: string): object {
  if (rest === undefined) return known
  return { ...known, ...(JSON.parse(createCipher(id).decrypt(rest)) as object) } // written by `sealed`
}

/** Moves a flow from one step to another, once. Returns false when the flow is at another step or does not exist. */
export async function advanceFlow(
  db: Db,
  {
    from,
    to,
    subject,
    keepsCode = false,
    ...place
  }: FlowPlace & { from: string; to: string; subject?: object; keepsCode?: boolean },
): Promise<boolean> {
  const code = keepsCode ? {} : { codeHash: null, codeEndsAt: null }
  const moved = await db
    .update(flows)
    .set({ step: to, ...code, ...(subject ? { subject: sealed(subject, place.id ?? '') } : {}) })
    .where(and(isMeant(place), eq(flows.step, from)))
    .returning({ idHash: flows.idHash })
  return moved.length > 0
}

/**
 * Ends a flow. Returns false when another request has already ended it, so that only the request that ends a flow
 * performs what it allows once.
 */
export async function endFlow(db: Db, place: FlowPlace): Promise<boolean> {
  return (await db.delete(flows).where(isMeant(place)).returning({ idHash: flows.idHash })).length > 0
}

/** Ends all flows of an account, in all browsers, because none may outlive a password change. */
export async function endFlowsOf(db: Db, accountId: number): Promise<void> {
  await db.delete(flows).where(sql`${flows.subject}->>'accountId' = ${String(accountId)}`)
}

/** Ends the flows of one purpose of an account; with `step`, those at that step only. */
export async function endFlowsFor(
  db: Db,
  { accountId, purpose, step }: { accountId: number; purpose: FlowPurpose; step?: string },
): Promise<void> {
  const ofAccount = sql`${flows.subject}->>'accountId' = ${String(accountId)}`
  const atStep = step === undefined ? undefined : eq(flows.step, step)
  await db.delete(flows).where(and(ofAccount, eq(flows.purpose, purpose), atStep))
}

/** Replaces the flow's code by a new one. Returns false when the flow has used up its codes. */
export async function putCode(
  db: Db,
  { code, at, ...place }: FlowPlace & { code: string; at: Date },
): Promise<boolean> {
  const put = await db
    .update(flows)
    .set({
      codeHash: codeHash(place, code),
      codeEndsAt: new Date(at.getTime() + codeMs),
      codeTries: 0,
      codeSends: sql`${flows.codeSends} + 1`,
    })
    .where(and(isMeant(place), lt(flows.codeSends, mostSends)))
    .returning({ idHash: flows.idHash })
  return put.length > 0
}

/** Removes a code that could not be sent; it still counts as a send. */
export async function dropCode(db: Db, place: FlowPlace): Promise<void> {
  await db.update(flows).set({ codeHash: null, codeEndsAt: null }).where(isMeant(place))
}

export type CodeOutcome = 'right' | 'wrong' | 'over'

/**
 * Checks a code. Each try is counted before the comparison, so that parallel tries are counted too. A right code is
 * valid once.
 */
export async function tryCode(
  db: Db,
  { code, at, ...place }: FlowPlace & { code: string; at: Date },
): Promise<CodeOutcome> {
  const counts = and(
    isMeant(place),
    isNotNull(flows.codeHash),
    gt(flows.codeEndsAt, at),
    lte(flows.codeEndsAt, latestEnd(at)),
    lt(flows.codeTries, mostTries),
  )
  const [tried] = await db
    .update(flows)
    .set({ codeTries: sql`${flows.codeTries} + 1` })
    .where(counts)
    .returning({ codeHash: flows.codeHash })
  if (!tried) return 'over'
  if (tried.codeHash !== codeHash(place, code)) return 'wrong'
  const used = await db
    .update(flows)
    .set({ codeHash: null, codeEndsAt: null })
    .where(and(isMeant(place), eq(flows.codeHash, tried.codeHash)))
    .returning({ idHash: flows.idHash })
  return used.length > 0 ? 'right' : 'over'
}

/**
 * Counts a try before it is checked, so that parallel tries are counted too. Returns the number of tries left after it;
 * undefined when there is none left or the flow has ended.
 */
export async function countTry(db: Db, { at, ...place }: FlowPlace & { at: Date }): Promise<number | undefined> {
  const [tried] = await db
    .update(flows)
    .set({ codeTries: sql`${flows.codeTries} + 1` })
    .where(and(isMeant(place), gt(flows.endsAt, at), lt(flows.codeTries, mostTries)))
    .returning({ tries: flows.codeTries })
  return tried && mostTries - tried.tries
}

export async function deleteExpiredFlows(db: Db, { at }: { at: Date }): Promise<void> {
  await db.delete(flows).where(lte(flows.endsAt, at))
}

/** A code that ends later was sent before the clock was set back: it would be valid for longer than it may. */
const latestEnd = (at: Date) => latestStamp(new Date(at.getTime() + codeMs))

/** Corrects the ends of flows that began before the clock was set back, and removes codes of then. */
export async function correctFlows(db: Db, { at }: { at: Date }): Promise<void> {
  await db
    .update(flows)
    .set({ codeHash: null, codeEndsAt: null })
    .where(gt(flows.codeEndsAt, latestEnd(at)))
  await db
    .update(flows)
    .set({ createdAt: at, endsAt: sql`${flows.endsAt} - (${flows.createdAt} - ${at.toISOString()}::timestamptz)` })
    .where(gt(flows.createdAt, latestStamp(at)))
}

function isMeant({ licenseeId, purpose, id = '' }: FlowPlace) {
  return and(eq(flows.idHash, hashed(id)), eq(flows.licenseeId, licenseeId), eq(flows.purpose, purpose))
}

/** Includes the flow's secret id, so that a reader of the table cannot find the code by trying all codes. */
function codeHash({ id = '', purpose }: FlowPlace, code: string): string {
  return hashed(`${purpose}:${id}:${code}`)
}

function hashed(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
