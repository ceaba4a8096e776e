import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { capabilities } from '../db/schema.ts'

/** What a link may be for; one is never good for another. */
export type CapabilityPurpose = 'camera' | 'survey' | 'visit' | 'waitingList'

export interface CapabilityPlace {
  licenseeId: string
  purpose: CapabilityPurpose
  /** As it stands in the address. */
  token: string
}

export interface NewCapability<S extends object> {
  licenseeId: string
  purpose: CapabilityPurpose
  /** Names the subject, such as the number of what it is about. */
  subjectKey: string
  subject: S
  /** How many times it may be used; any number without it. */
  uses?: number
  at: Date
  endsAt: Date
  /** Made by the caller, who must be able to say it again; as hard to guess as a random one. */
  token?: string
}

/** Makes a link's token: 32 random bytes, kept hashed. A token that is there already stays as it is. */
export async function issueCapability<S extends object>(
  db: Db,
  { at, uses, token = randomBytes(32).toString('base64url'), ...capability }: NewCapability<S>,
): Promise<string> {
  await db
    .insert(capabilities)
    .values({ ...capability, tokenHash: hashed(token), usesLeft: uses ?? null, createdAt: at })
    .onConflictDoNothing()
  return token
}

export type FoundCapability<S> =
  | { state: 'open' | 'used'; subject: S; endsAt: Date }
  | { state: 'ended' }
  | { state: 'unknown' }

export async function readCapability<S>(
  db: Db,
  { at, ...place }: CapabilityPlace & { at: Date },
): Promise<FoundCapability<S>> {
  const [row] = await db.select().from(capabilities).where(isMeant(place))
  if (!row) return { state: 'unknown' }
  if (row.endsAt <= at) return { state: 'ended' }
  const state = row.usesLeft === 0 ? 'used' : 'open'
  return { state, subject: row.subject as S, endsAt: row.endsAt } // what its purpose put there
}

/** Takes one use; false when none is left or it has ended: of many at once, only as many succeed as are left. */
export async function useCapability(db: Db, { at, ...place }: CapabilityPlace & { at: Date }): Promise<boolean> {
  const isOpen = and(
    isMeant(place),
    gt(capabilities.endsAt, at),
    or(isNull(capabilities.usesLeft), gt(capabilities.usesLeft, 0)),
  )
  const used = await db
    .update(capabilities)
    .set({ usesLeft: sql`${capabilities.usesLeft} - 1` })
    .where(isOpen)
    .returning({ tokenHash: capabilities.tokenHash })
  return used.length > 0
}

/** A link that says itself what it stands for: only that it was used is kept. */
interface UsedLink {
  place: CapabilityPlace
  /** Names the subject, such as the number of what it is about. */
  subjectKey: string
  /** After it, the link is refused anyway. */
  endsAt: Date
  at: Date
}

/** Notes the one use of a link; false when it was used before: of many at once, one succeeds. */
export async function noteOnlyUse(db: Db, { place, subjectKey, endsAt, at }: UsedLink): Promise<boolean> {
  const { licenseeId, purpose, token } = place
  const noted = await db
    .insert(capabilities)
    .values({
      licenseeId,
      purpose,
      subjectKey,
      subject: {},
      tokenHash: hashed(token),
      usesLeft: 0,
      createdAt: at,
      endsAt,
    })
    .onConflictDoNothing()
    .returning({ tokenHash: capabilities.tokenHash })
  return noted.length > 0
}

export async function isUsedUp(db: Db, place: CapabilityPlace): Promise<boolean> {
  const [row] = await db.select({ usesLeft: capabilities.usesLeft }).from(capabilities).where(isMeant(place))
  return row?.usesLeft === 0
}

/** Forgets the one use of a link, because it came to nothing. */
export async function forgetOnlyUse(db: Db, place: CapabilityPlace): Promise<void> {
  await db.delete(capabilities).where(isMeant(place))
}

/** Gives back a use that came to nothing. */
export async function giveBackUse(db: Db, place: CapabilityPlace): Promise<void> {
  await db
    .update(capabilities)
    .set({ usesLeft: sql`${capabilities.usesLeft} + 1` })
    .where(isMeant(place))
}

/** Removes those that ended so long ago that nobody asks for them any more. */
export async function sweepCapabilities(db: Db, { before }: { before: Date }): Promise<void> {
  await db.delete(capabilities).where(lte(capabilities.endsAt, before))
}

function isMeant({ licenseeId, purpose, token }: CapabilityPlace) {
  return and(
    eq(capabilities.tokenHash, hashed(token)),
    eq(capabilities.licenseeId, licenseeId),
    eq(capabilities.purpose, purpose),
  )
}

function hashed(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
