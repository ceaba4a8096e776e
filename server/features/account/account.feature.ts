import { joinParts, type Feature } from '../../ui/definitions.ts'
import type { AccountTools } from './account-tools.ts'
import { sweepFlows } from './flow.store.ts'
import { passwordMessages } from './password.messages.ts'
import { settingsPart } from './account.settings.ts'
import { signInPart } from './account.sign-in.ts'

const sweepEveryMs = 60_000

export interface AccountFeatureOptions extends AccountTools {
  now: () => Date
  log: { error(about: object, message: string): void }
}

/** Getting into the portal, staying in, acting for others and leaving. */
export function accountFeature({ now, log, ...tools }: AccountFeatureOptions): Feature {
  const parts = [
    { messages: passwordMessages },
    signInPart(tools),
    settingsPart(tools),
  ]
  return {
    ...joinParts('account', parts),
    start: () => {
      const sweep = () =>
        sweepFlows(tools.db, { at: now() }).catch((error: unknown) => log.error({ err: error }, 'sweeping ways failed'))
      const timer = setInterval(() => void sweep(), sweepEveryMs).unref()
      return () => clearInterval(timer)
    },
  }
}
