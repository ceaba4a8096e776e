import type { Effect } from '../../../schemas/effect.ts'
import type { AccountServices } from '../../identity/account-services.ts'
import { recoveringPerson } from '../../identity/account-limits.ts'
import { type ResetGrant } from '../../identity/complete-sign-in.ts'
import { startFlow } from '../../identity/start-flow.ts'
import { endFlow, readFlow, type Flow } from '../../identity/flow.store.ts'
import { verificationFlow, type VerificationFlow } from '../../identity/verification-flow.ts'
import { flowPlace } from '../../identity/verification.ts'
import { paths } from '../../practice/paths.ts'
import { text } from '../../protocol/block-builders.ts'
import type { ActionContext, ScreenBody } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { type Recovery } from './recovery-password.ts'
import { recoveryPaths } from './recovery.paths.ts'
import { recoveryMessages } from './recovery.messages.ts'
import { recoveryCodeScreen } from './recovery.screens.ts'
import { startAgainScreen } from './reset-password.screens.ts'

const purpose = 'recovery'
const sends = { perAddress: 30 }

type Place = Pick<ActionContext, 'licensee' | 'client' | 'now'>

interface RecoveryVerification extends Pick<VerificationFlow<Recovery>, 'actions' | 'codeSchema'> {
  load(context: Place): Promise<ScreenBody>
}

/**
 * The verification of a recovery and its screen: where the code goes, then its entry. Without a recovery, the screen
 * asks to start again.
 */
export function recoveryVerification(services: AccountServices): RecoveryVerification {
  const { actions, codeSchema, choice, entry } = verificationFlow<Recovery>(services, {
    purpose,
    digits: 6, // specification 1 §9
    route: recoveryPaths.code.route,
    send: { name: 'account.sendRecoveryCode', about: 'Sends the code for a new password', limit: sends },
    resend: { name: 'account.resendRecoveryCode', about: 'Sends another code for a new password', limit: sends },
    ended: { name: 'account.recoveryCodeEnded', about: 'Closes the entry of a code whose time is over' },
    verify: {
      name: 'account.verifyRecoveryCode',
      about: 'Checks the code for a new password',
      repeatable: true, // a right code is valid once, and its response sets a cookie that is not stored
    },
    flowAt: async (context) => {
      const flow = await recoveryIn(services, context)
      if (!flow) throw isOver(context)
      context.trace.claimedIdentity = flow.subject.login
      return flow
    },
    isOver,
    person: ({ accountId }) => recoveringPerson(accountId),
    toEntry: { type: 'refresh', what: 'screen' },
    fresh: load,
    verified: (context, { subject }) => grantReset(services, context, subject),
  })

  async function load(context: Place): Promise<ScreenBody> {
    const flow = await recoveryIn(services, context)
    if (!flow) return startAgain
    if (flow.subject.sentTo) return recoveryCodeScreen(entry(flow, context.now()))
    return recoveryCodeScreen([
      text('recovery-choose', 'Where should we send your code?', 'lead'),
      choice('recovery-contact', flow.subject),
    ])
  }

  return { actions, codeSchema, load }
}

/** Returns the recovery of this browser; undefined if there is none. */
function recoveryIn({ db }: Pick<AccountServices, 'db'>, context: Place): Promise<Flow<Recovery> | undefined> {
  return readFlow<Recovery>(db, { ...flowPlace(context, purpose), at: context.now() })
}

const startAgain = startAgainScreen({ heading: 'Verification code', words: recoveryMessages['recovery.again'] })

function isOver(context: ActionContext): Failure {
  const place = { route: recoveryPaths.code.route, topics: [...context.trace.topics] }
  return new Failure('recovery.again', { status: 409, screen: startAgain, place })
}

/** security.md: the right code gives a grant to set one password, once. */
async function grantReset(
  services: AccountServices,
  context: ActionContext,
  { accountId, passwordVersion }: Recovery,
): Promise<Effect[]> {
  if (!(await endFlow(services.db, flowPlace(context, purpose)))) throw isOver(context)
  context.session.keepFlow(purpose, undefined)
  await startFlow(services, context, { purpose: 'reset', subject: { accountId, passwordVersion } satisfies ResetGrant })
  return [{ type: 'navigate', to: paths.resetPassword(), replace: true }]
}
