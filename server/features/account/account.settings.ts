import type { BlockList } from '../../../schemas/block.ts'
import { screen, type RoomPart } from '../../protocol/definitions.ts'
import { patientsAndGuardians } from '../../protocol/guard.ts'
import { signedIn } from '../../protocol/principal.ts'
import type { AccountTools } from './account-tools.ts'
import { changePasswordAction } from './change-password.ts'
import { passkeysSection } from './passkeys.ts'
import { passkeysOffered } from './passkeys.rules.ts'
import { secondFactorSection } from './second-factor.ts'
import { secondFactorOffered } from './second-factor.rules.ts'
import { sessionsPart, sessionsRegion } from './sessions.ts'
import { settingsMessages } from './settings.messages.ts'
import { settingsScreen } from './settings.screens.ts'
import { routes } from '../../practice/routes.ts'

const sessionsSection: BlockList = [
  {
    kind: 'section',
    id: 'sessions-section',
    title: 'Where you are signed in',
    blocks: [{ kind: 'region', id: 'sessions', src: sessionsRegion, shape: 'table' }],
  },
]

/** Change of the password, and what else protects an account (specification 2 §2.14). */
export function settingsPart(tools: AccountTools): RoomPart {
  const changePassword = changePasswordAction(tools)
  const sessions = sessionsPart(tools)
  return {
    messages: settingsMessages,
    regions: sessions.regions,
    actions: [changePassword, ...(sessions.actions ?? [])],
    screens: [
      screen({
        route: routes.settings,
        about: 'Settings: the password, and what else protects an account',
        guard: patientsAndGuardians,
        actions: [changePassword.name],
        rules: { 'second-factor': secondFactorOffered, passkeys: passkeysOffered },
        load: async (context) =>
          settingsScreen({
            principal: signedIn(context),
            action: changePassword,
            more: [...(await secondFactorSection(tools, context)), ...passkeysSection(context), ...sessionsSection],
          }),
      }),
    ],
  }
}
