import type { Db } from '../db/open.ts'
import type { ActionContext } from '../protocol/definitions.ts'
import { endFlow, readFlow } from './flow.store.ts'
import { flowPlace } from './verification.ts'

/**
 * Returns what this browser's flow of a passkey keeps at that step, and ends it: a challenge is valid once, even if the
 * verification fails. Undefined when there is none, or another request has used it.
 */
export async function takeChallenge<S extends { challenge: string }>(
  db: Db,
  context: ActionContext,
  step: 'signIn' | 'add' | 'proof',
): Promise<S | undefined> {
  const place = flowPlace(context, 'passkey')
  const flow = await readFlow<S>(db, { ...place, at: context.now() })
  if (flow?.step !== step || !(await endFlow(db, place))) return undefined
  context.session.keepFlow('passkey', undefined)
  return flow.subject
}
