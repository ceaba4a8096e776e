import Type from 'typebox'
import type { Db } from '../db/open.ts'
import { proofOf, type Account } from './account.store.ts'
import type { ResetGrant } from './complete-sign-in.ts'
import { beginFlow, endFlowsFor, type FlowPlace } from './flow.store.ts'

export const ResetToken = Type.String({ pattern: '^[\\w-]{43}$', maxLength: 43 })

/** How long a link to a new password works that somebody else sends: a day, because a person may read the email later. */
const usualHours = 24

interface NewLink {
  account: Account
  licenseeId: string
  at: Date
  hours?: number
  /** Requested at a page that is open to all, not sent by the office or an owner of the practice. */
  isRequested?: boolean
}

/**
 * Begins a grant to set a new password that a link carries instead of a browser. Earlier links of the account end; a
 * requested link ends requested ones only, because anyone can request one and so end what the office has sent.
 */
export async function beginResetLink(
  tx: Db,
  { account, licenseeId, at, hours = usualHours, isRequested = false }: NewLink,
): Promise<{ token: string; endsAt: Date }> {
  const step = isRequested ? 'requested' : 'begun'
  await endFlowsFor(tx, { accountId: account.id, purpose: 'resetLink', ...(isRequested ? { step } : {}) })
  const token = await beginFlow(tx, {
    licenseeId,
    purpose: 'resetLink',
    step,
    subject: proofOf(account) satisfies ResetGrant,
    at,
    minutes: hours * 60,
  })
  return { token, endsAt: new Date(at.getTime() + hours * 3_600_000) }
}

/** Where the grant of a link is kept. */
export function linkPlace(licenseeId: string, token: string): FlowPlace {
  return { licenseeId, purpose: 'resetLink', id: token }
}
