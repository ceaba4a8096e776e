import type { Effect } from '../../../schemas/effect.ts'
import type { Db } from '../../db/open.ts'
import { portalBase } from '../../identity/email-content.ts'
import { staffPatientTopic } from '../../practice/patient-page.ts'
import { noteInTransaction } from '../../protocol/audit.ts'
import type { ActionContext } from '../../protocol/definitions.ts'
import { signedIn } from '../../protocol/principal.ts'
import type { Services } from '../../services.ts'
import { addAct, type AccountAct } from './account-acts.store.ts'
import type { HelpedPatient } from './helped-patient.ts'
import { notifyOwner, type Notice } from './notify-owner.ts'

export type HelpServices = Pick<
  Services,
  | 'db'
  | 'licensees'
  | 'emrOf'
  | 'now'
  | 'log'
  | 'settings'
  | 'outbox'
  | 'jobs'
  | 'sessions'
  | 'passwords'
  | 'encryption'
  | 'countedTries'
  | 'publish'
  | 'uses'
>

/** What the owner of an account needs, who is not signed in. */
export type ConfirmServices = Pick<HelpServices, 'db' | 'emrOf' | 'outbox' | 'sessions' | 'passwords'>

interface Recorded {
  tx: Db
  helped: HelpedPatient
  what: AccountAct['what']
  reason?: string
  /** What the owner of the account is notified of. */
  notice?: Notice
}

/** Notes an act with its reason, and notifies the owner of the account, in the transaction of the act. */
export async function recordAct(
  { jobs }: Pick<HelpServices, 'jobs'>,
  context: ActionContext,
  { tx, helped: { key, own }, what, reason = '', notice }: Recorded,
): Promise<void> {
  const at = context.now()
  if (reason !== '') context.trace.reason = reason
  await addAct(tx, { ...key, what, reason, doneBy: signedIn(context).login, doneAt: at })
  if (own && notice)
    await jobs.add(tx, notifyOwner, {
      licenseeId: key.licenseeId,
      accountId: own.accountId,
      what: notice,
      at: at.toISOString(),
      origin: portalBase(context),
    })
  await noteInTransaction(tx, context)
}

/** Closes the dialog, and shows the page as it is now, also to the others of the staff. */
export function done(
  context: ActionContext,
  { helped, text }: { helped: Pick<HelpedPatient, 'key'>; text: string },
): Effect[] {
  context.publish([staffPatientTopic(helped.key)])
  return [{ type: 'close' }, { type: 'refresh', what: 'screen' }, { type: 'notify', tone: 'success', text }]
}
