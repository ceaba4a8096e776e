import { createHash } from 'node:crypto'
import { and, eq, gt, lte, sql } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { accessLinks } from '../db/schema.ts'

/** What a link may be for; one is never good for another. */
type AccessLinkPurpose = 'camera' | 'survey' | 'visit'

export interface AccessLinkKey {
  licenseeId: string
  purpose: AccessLinkPurpose
  /** The token in the URL. */
  token: string
}

/** A link that contains its content: only its uses are stored. */
interface LinkUse {
  place: AccessLinkKey
  /** Names the subject, such as the number of an appointment. */
  subjectKey: string
  /** How often the link may be used. */
  uses: number
  /** After it, the link is refused anyway, and the row is deleted. */
  endsAt: Date
  at: Date
}

/** Takes one use of a link. Returns false when none is left: of parallel requests, only as many succeed as are left. */
export async function takeUse(db: Db, { place, subjectKey, uses, endsAt, at }: LinkUse): Promise<boolean> {
  const { licenseeId, purpose, token } = place
  const row = { licenseeId, purpose, subjectKey, subject: {}, tokenHash: hashed(token), createdAt: at, endsAt }
  const taken = await db
    .insert(accessLinks)
    .values({ ...row, usesLeft: uses - 1 })
    .onConflictDoUpdate({
      target: accessLinks.tokenHash,
      set: { usesLeft: sql`${accessLinks.usesLeft} - 1` },
      setWhere: gt(accessLinks.usesLeft, 0),
    })
    .returning({ tokenHash: accessLinks.tokenHash })
  return taken.length > 0
}

/** Returns a use after the action failed. */
export async function returnUse(db: Db, place: AccessLinkKey): Promise<void> {
  await db
    .update(accessLinks)
    .set({ usesLeft: sql`${accessLinks.usesLeft} + 1` })
    .where(isMeant(place))
}

/** Returns whether no use of the link is left. */
export async function isUsedUp(db: Db, place: AccessLinkKey): Promise<boolean> {
  const [row] = await db.select({ usesLeft: accessLinks.usesLeft }).from(accessLinks).where(isMeant(place))
  return row?.usesLeft === 0
}

/** Returns the content of a link that portal 0.3 or earlier stored. */
export async function readStoredLink<S>(
  db: Db,
  place: AccessLinkKey,
): Promise<{ subject: S; endsAt: Date } | undefined> {
  const [row] = await db.select().from(accessLinks).where(isMeant(place))
  return row && { subject: row.subject as S, endsAt: row.endsAt } // as its purpose stored it
}

/** Deletes the rows of links that ended long ago. */
export async function deleteOldAccessLinks(db: Db, { before }: { before: Date }): Promise<void> {
  await db.delete(accessLinks).where(lte(accessLinks.endsAt, before))
}

function isMeant({ licenseeId, purpose, token }: AccessLinkKey) {
  return and(
    eq(accessLinks.tokenHash, hashed(token)),
    eq(accessLinks.licenseeId, licenseeId),
    eq(accessLinks.purpose, purpose),
  )
}

function hashed(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
