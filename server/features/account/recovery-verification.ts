import type { ActionContext, ActionDefinition, ScreenBody } from '../../protocol/definitions.ts'
import { text } from '../../protocol/block-builders.ts'
import { Failure } from '../../protocol/failure.ts'
import type { AccountTools } from './account-tools.ts'
import { readFlow, type Flow } from './flow.store.ts'
import { recoveryCodeRoute, type Recovery } from './recovery-password.ts'
import { recoveryMessages } from './recovery.messages.ts'
import { recoveryCodeScreen } from './recovery.screens.ts'
import { startAgainScreen } from './reset-password.screens.ts'
import { choiceForm, codeBlocks } from './verification.screens.ts'
import { codeForm, flowPlace } from './verification.ts'

/** Specification 1 §9. */
export const recoveryDigits = 6
export const recoveryCodeForm = codeForm(recoveryDigits)

export type Place = Pick<ActionContext, 'licensee' | 'visit' | 'now'>

/** The actions that the screen of the code calls. */
export interface RecoveryCodeActions {
  send: ActionDefinition
  resend: ActionDefinition
  ended: ActionDefinition
  verify: ActionDefinition
}

/** The recovery that this browser has begun, if it has. */
export function recoveryIn({ db }: Pick<AccountTools, 'db'>, context: Place): Promise<Flow<Recovery> | undefined> {
  return readFlow<Recovery>(db, { ...flowPlace(context, 'recovery'), at: context.now() })
}

const startAgain = startAgainScreen({ heading: 'Verification code', words: recoveryMessages['recovery.again'] })

export function recoveryIsOver(context: ActionContext): Failure {
  const place = { route: recoveryCodeRoute, topics: [...context.trace.topics] }
  return new Failure('recovery.again', { status: 409, screen: startAgain, place })
}

/** Where the code goes, then its entry; for whoever has begun nothing, the way back. */
export async function loadRecoveryCode(
  tools: Pick<AccountTools, 'db'>,
  context: Place,
  actions: RecoveryCodeActions,
): Promise<ScreenBody> {
  const flow = await recoveryIn(tools, context)
  if (!flow) return startAgain
  const { contacts, sentTo, unsent } = flow.subject
  if (!sentTo)
    return recoveryCodeScreen([
      text('recovery-choose', 'Where shall we send a code, so that we know it is you?', 'lead'),
      choiceForm({ id: 'recovery-contact', action: actions.send, contacts }),
    ])
  const { code } = flow
  const entry = { sentTo, unsent, code, at: context.now(), digits: recoveryDigits, schema: recoveryCodeForm }
  return recoveryCodeScreen(codeBlocks({ ...entry, ...actions }))
}
