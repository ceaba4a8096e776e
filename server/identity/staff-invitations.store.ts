import { createHash, randomBytes } from 'node:crypto'
import { and, asc, eq, gt, lte, sql } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { staffInvitations } from '../db/schema.ts'
import { latestStamp } from '../protocol/latest-stamp.ts'
import { loginKey } from './account.store.ts'

/** How long a link is valid. */
export const invitationDays = 7
const dayMs = 24 * 3_600_000
/** How long an invitation that was not accepted stays in the list, to be sent again. */
const keptMs = 30 * dayMs

export type StaffInvitation = typeof staffInvitations.$inferSelect
export type StaffInvitationRequest = Omit<StaffInvitation, 'tokenHash' | 'emailKey' | 'createdAt' | 'endsAt'>
interface Link {
  licenseeId: string
  token: string
  at: Date
}

/**
 * Makes an invitation and returns the token of its link, which is stored hashed. Replaces an expired invitation to the
 * same address; returns undefined if there is a valid one.
 */
export async function insertStaffInvitation(
  tx: Db,
  { at, ...request }: StaffInvitationRequest & { at: Date },
): Promise<{ token: string; endsAt: Date } | undefined> {
  const token = randomBytes(32).toString('base64url')
  const endsAt = new Date(at.getTime() + invitationDays * dayMs)
  await tx.delete(staffInvitations).where(and(isTo(request), lte(staffInvitations.endsAt, at)))
  const emailKey = loginKey(request.email)
  const made = await tx
    .insert(staffInvitations)
    .values({ ...request, emailKey, tokenHash: hashOfToken(token), createdAt: at, endsAt })
    .onConflictDoNothing()
    .returning({ tokenHash: staffInvitations.tokenHash })
  return made.length > 0 ? { token, endsAt } : undefined
}

/** Reads an invitation by the token of its link; undefined when it is unknown, expired, or of another practice. */
export async function readStaffInvitation(db: Db, link: Link): Promise<StaffInvitation | undefined> {
  const [row] = await db.select().from(staffInvitations).where(isValid(link))
  return row
}

/** Claims an invitation: one of many parallel requests succeeds. */
export async function takeStaffInvitation(tx: Db, link: Link): Promise<StaffInvitation | undefined> {
  const [row] = await tx.delete(staffInvitations).where(isValid(link)).returning()
  return row
}

/** Returns the invitations of a practice that were not accepted, including expired ones, by name. */
export function staffInvitationsOf(db: Db, { licenseeId }: { licenseeId: string }): Promise<StaffInvitation[]> {
  const { lastName, firstName, email } = staffInvitations
  return db
    .select()
    .from(staffInvitations)
    .where(eq(staffInvitations.licenseeId, licenseeId))
    .orderBy(asc(lastName), asc(firstName), asc(email))
}

/** `tokenHash` identifies the invitation; it cannot be used to accept it. */
export async function withdrawStaffInvitation(
  db: Db,
  { licenseeId, tokenHash }: { licenseeId: string; tokenHash: string },
): Promise<StaffInvitation | undefined> {
  const meant = and(eq(staffInvitations.tokenHash, tokenHash), eq(staffInvitations.licenseeId, licenseeId))
  const [row] = await db.delete(staffInvitations).where(meant).returning()
  return row
}

/** Withdraws the invitation to an address, if there is one. */
export async function withdrawStaffInvitationTo(tx: Db, to: { licenseeId: string; email: string }): Promise<void> {
  await tx.delete(staffInvitations).where(isTo(to))
}

/** Withdraws what a person has sent who may no longer invite. */
export async function withdrawStaffInvitationsBy(tx: Db, accountId: number): Promise<void> {
  await tx.delete(staffInvitations).where(eq(staffInvitations.invitedBy, accountId))
}

/** Corrects the ends of invitations that were sent before the clock was set back. */
export async function correctStaffInvitations(db: Db, { at }: { at: Date }): Promise<void> {
  const { createdAt, endsAt } = staffInvitations
  await db
    .update(staffInvitations)
    .set({ createdAt: at, endsAt: sql`${endsAt} - (${createdAt} - ${at.toISOString()}::timestamptz)` })
    .where(gt(createdAt, latestStamp(at)))
}

export async function deleteExpiredStaffInvitations(db: Db, { at }: { at: Date }): Promise<void> {
  await db.delete(staffInvitations).where(lte(staffInvitations.endsAt, new Date(at.getTime() - keptMs)))
}

function isTo({ licenseeId, email }: { licenseeId: string; email: string }) {
  return and(eq(staffInvitations.licenseeId, licenseeId), eq(staffInvitations.emailKey, loginKey(email)))
}

function isValid({ licenseeId, token, at }: Link) {
  return and(
    eq(staffInvitations.tokenHash, hashOfToken(token)),
    eq(staffInvitations.licenseeId, licenseeId),
    gt(staffInvitations.endsAt, at),
  )
}

function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
