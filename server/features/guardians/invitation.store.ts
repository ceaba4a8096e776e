import { createHash, randomBytes } from 'node:crypto'
import { and, asc, eq, gt, lte, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { invitations } from './schema.ts'
import { loginKey } from '../../identity/account.store.ts'
import { latestStamp } from '../../protocol/latest-stamp.ts'

/** How long a link is valid. */
const invitationDays = 7
const dayMs = 24 * 3_600_000
/** How long an invitation that was not accepted stays in the list, to be sent again. */
const keptMs = 30 * dayMs

export type Invitation = typeof invitations.$inferSelect
export type InvitationRequest = Omit<Invitation, 'tokenHash' | 'createdAt' | 'endsAt'>

/**
 * Makes an invitation and returns the token of its link, which is stored hashed. Replaces an expired invitation to the
 * same address.
 */
export async function insertInvitation(
  db: Db,
  { at, ...request }: InvitationRequest & { at: Date },
): Promise<{ token: string; endsAt: Date }> {
  const token = randomBytes(32).toString('base64url')
  const endsAt = endOfLink(request, at)
  await db.delete(invitations).where(and(sameReader(request), lte(invitations.endsAt, at)))
  await db.insert(invitations).values({ ...request, tokenHash: hashOfToken(token), createdAt: at, endsAt })
  return { token, endsAt }
}

/** A link expires no later than the access that it grants. */
function endOfLink({ accessEndsAt }: Pick<Invitation, 'accessEndsAt'>, at: Date): Date {
  const longest = at.getTime() + invitationDays * dayMs
  return new Date(accessEndsAt ? Math.min(longest, accessEndsAt.getTime()) : longest)
}

/** Returns whether the same person has a valid invitation to the same record. */
export async function hasPending(db: Db, { at, ...who }: Reader & { at: Date }): Promise<boolean> {
  const pending = and(sameReader(who), gt(invitations.endsAt, at))
  return (await db.select({ hash: invitations.tokenHash }).from(invitations).where(pending)).length > 0
}

/** Reads an invitation by the token of its link; undefined when it is unknown, expired, or of another practice. */
export async function readInvitation(
  db: Db,
  { licenseeId, token, at }: { licenseeId: string; token: string; at: Date },
): Promise<Invitation | undefined> {
  const [row] = await db.select().from(invitations).where(standing({ licenseeId, token, at }))
  return row
}

/** Claims an invitation: one of many parallel requests succeeds. */
export async function takeInvitation(
  db: Db,
  link: { licenseeId: string; token: string; at: Date },
): Promise<Invitation | undefined> {
  const [row] = await db.delete(invitations).where(standing(link)).returning()
  return row
}

/** Returns a patient's invitations that were not accepted, including expired ones, oldest first. */
export function invitationsOf(
  db: Db,
  { licenseeId, patientId }: { licenseeId: string; patientId: string },
): Promise<Invitation[]> {
  const own = and(eq(invitations.licenseeId, licenseeId), eq(invitations.patientId, patientId))
  return db.select().from(invitations).where(own).orderBy(asc(invitations.createdAt))
}

export interface OwnInvitation {
  licenseeId: string
  patientId: string
  /** Identifies the invitation; it cannot be used to accept it. */
  tokenHash: string
}

export async function withdrawInvitation(db: Db, own: OwnInvitation): Promise<Invitation | undefined> {
  const [row] = await db.delete(invitations).where(isOwn(own)).returning()
  return row
}

/** Withdraws all invitations of a patient. */
export async function withdrawInvitations(
  db: Db,
  { licenseeId, patientId }: Omit<OwnInvitation, 'tokenHash'>,
): Promise<void> {
  await db.delete(invitations).where(and(eq(invitations.licenseeId, licenseeId), eq(invitations.patientId, patientId)))
}

/** Corrects the ends of invitations that were sent before the clock was set back. */
export async function correctInvitations(db: Db, { at }: { at: Date }): Promise<void> {
  const { createdAt, endsAt } = invitations
  await db
    .update(invitations)
    .set({ createdAt: at, endsAt: sql`${endsAt} - (${createdAt} - ${at.toISOString()}::timestamptz)` })
    .where(gt(createdAt, latestStamp(at)))
}

export async function deleteExpiredInvitations(db: Db, { at }: { at: Date }): Promise<void> {
  await db.delete(invitations).where(lte(invitations.endsAt, new Date(at.getTime() - keptMs)))
}

type Reader = Pick<Invitation, 'licenseeId' | 'patientId' | 'email'>

function sameReader({ licenseeId, patientId, email }: Reader) {
  return and(
    eq(invitations.licenseeId, licenseeId),
    eq(invitations.patientId, patientId),
    eq(sql`lower(${invitations.email})`, loginKey(email)),
  )
}

function standing({ licenseeId, token, at }: { licenseeId: string; token: string; at: Date }) {
  return and(
    eq(invitations.tokenHash, hashOfToken(token)),
    eq(invitations.licenseeId, licenseeId),
    gt(invitations.endsAt, at),
  )
}

function isOwn({ licenseeId, patientId, tokenHash }: OwnInvitation) {
  return and(
    eq(invitations.tokenHash, tokenHash),
    eq(invitations.licenseeId, licenseeId),
    eq(invitations.patientId, patientId),
  )
}

function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
