import type { ActionContext } from '../protocol/definitions.ts'
import type { AccountServices } from './account-services.ts'
import { beginFlow, endFlow, flowPurposes, type FlowPurpose } from './flow.store.ts'

/** Starts a flow in this browser; an earlier one of the same purpose ends. */
export async function startFlow(
  { db }: Pick<AccountServices, 'db'>,
  context: ActionContext,
  { purpose, step = 'begun', ...rest }: { purpose: FlowPurpose; step?: string; subject: object; minutes?: number },
): Promise<string> {
  const licenseeId = context.licensee.id
  await endFlow(db, { licenseeId, purpose, id: context.client.flowId(purpose) })
  const id = await beginFlow(db, { licenseeId, purpose, step, at: context.now(), ...rest })
  context.session.keepFlow(purpose, id)
  return id
}

/** Ends every flow that this browser has begun here: the next person of the browser goes on with none of them. */
export async function endOwnFlows({ db }: Pick<AccountServices, 'db'>, context: ActionContext): Promise<void> {
  for (const purpose of flowPurposes) {
    const id = context.client.flowId(purpose)
    if (id === undefined) continue
    await endFlow(db, { licenseeId: context.licensee.id, purpose, id })
    context.session.keepFlow(purpose, undefined)
  }
}
