import { joinParts, type Feature } from '../../protocol/definitions.ts'
import type { AccountTools } from './account-tools.ts'
import { activityPart } from './activity.ts'
import { sweepFlows } from './flow.store.ts'
import { guardiansPart } from './guardians.ts'
import { sweepInvitations } from './invitation.store.ts'
import { invitationsPart } from './invitations.ts'
import { passwordMessages } from './password.messages.ts'
import { profilePart } from './profile.ts'
import { recoveryPart } from './recovery.ts'
import { resetPasswordPart } from './reset-password.ts'
import { passkeysPart } from './passkeys.ts'
import { secondFactorEntryPart } from './second-factor-entry.ts'
import { adminAccountPart, secondFactorPart } from './second-factor.ts'
import { settingsPart } from './account.settings.ts'
import { signInPart } from './account.sign-in.ts'
import { signUpPart } from './sign-up.ts'
import { verificationMessages } from './verification.messages.ts'

const sweepEveryMs = 60_000

export interface AccountFeatureOptions extends AccountTools {
  now: () => Date
  log: { error(about: object, message: string): void }
}

/** Getting into the portal, staying in, acting for others and leaving. */
export function accountFeature({ now, log, ...tools }: AccountFeatureOptions): Feature {
  const parts = [
    { messages: passwordMessages },
    { messages: verificationMessages },
    signInPart(tools),
    secondFactorEntryPart(tools),
    settingsPart(tools),
    profilePart(tools),
    guardiansPart(tools),
    invitationsPart(tools),
    activityPart(tools),
    secondFactorPart(tools),
    passkeysPart(tools),
    adminAccountPart(tools),
    recoveryPart(tools),
    resetPasswordPart(tools),
    signUpPart(tools),
  ]
  return {
    ...joinParts('account', parts),
    start: () => {
      const sweep = () =>
        Promise.all([sweepFlows(tools.db, { at: now() }), sweepInvitations(tools.db, { at: now() })]).catch(
          (error: unknown) => log.error({ err: error }, 'sweeping ways failed'),
        )
      const timer = setInterval(() => void sweep(), sweepEveryMs).unref()
      return () => clearInterval(timer)
    },
  }
}
