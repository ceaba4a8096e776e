import type { Db } from '../../db/open.ts'
import type { Proof } from '../../identity/account.store.ts'
import { beginFlow, endFlowsFor, type FlowPlace } from '../../identity/flow.store.ts'

/** The link reaches a mailbox that its owner may open only the next day. */
const linkHours = 24

/** What a link to a new address changes: the account as it was when the office sent the link. */
export interface EmailChange extends Proof {
  email: string
  /** The patient on whose page it was requested. */
  patientId: string
}

/** Begins a change of email that a link confirms; earlier links of the account end. */
export async function beginEmailLink(
  tx: Db,
  { change, licenseeId, at }: { change: EmailChange; licenseeId: string; at: Date },
): Promise<{ token: string; endsAt: Date }> {
  await endFlowsFor(tx, { accountId: change.accountId, purpose: 'emailLink' })
  const token = await beginFlow(tx, {
    licenseeId,
    purpose: 'emailLink',
    step: 'begun',
    subject: change,
    at,
    minutes: linkHours * 60,
  })
  return { token, endsAt: new Date(at.getTime() + linkHours * 3_600_000) }
}

export function emailLinkPlace(licenseeId: string, token: string): FlowPlace {
  return { licenseeId, purpose: 'emailLink', id: token }
}
