import type { AccountServices } from '../../identity/account-services.ts'
import { readFlow, type Flow } from '../../identity/flow.store.ts'
import { choiceForm, codeBlocks } from '../../identity/verification.screens.ts'
import { codeForm, flowPlace } from '../../identity/verification.ts'
import { text } from '../../protocol/block-builders.ts'
import type { ActionContext, ActionDefinition, ScreenBody } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { recoveryCodeRoute, type Recovery } from './recovery-password.ts'
import { recoveryMessages } from './recovery.messages.ts'
import { recoveryCodeScreen } from './recovery.screens.ts'
import { startAgainScreen } from './reset-password.screens.ts'

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
export function recoveryIn({ db }: Pick<AccountServices, 'db'>, context: Place): Promise<Flow<Recovery> | undefined> {
  return readFlow<Recovery>(db, { ...flowPlace(context, 'recovery'), at: context.now() })
}

const startAgain = startAgainScreen({ heading: 'Verification code', words: recoveryMessages['recovery.again'] })

export function recoveryIsOver(context: ActionContext): Failure {
  const place = { route: recoveryCodeRoute, topics: [...context.trace.topics] }
  return new Failure('recovery.again', { status: 409, screen: startAgain, place })
}

/** Where the code goes, then its entry; for whoever has begun nothing, the way back. */
export async function loadRecoveryCode(
  services: Pick<AccountServices, 'db'>,
  context: Place,
  actions: RecoveryCodeActions,
): Promise<ScreenBody> {
  const flow = await recoveryIn(services, context)
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
