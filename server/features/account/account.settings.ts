import type { BlockList } from '../../../schemas/block.ts'
import { screen, type RoomPart } from '../../ui/definitions.ts'
import { patientsAndGuardians } from '../../ui/guard.ts'
import { signedIn } from '../../ui/person.ts'
import type { AccountTools } from './account-tools.ts'
import { changePasswordAction } from './change-password.ts'
import { sessionsPart, sessionsRegion } from './sessions.ts'
import { settingsMessages } from './settings.messages.ts'
import { settingsScreen } from './settings.screens.ts'

export const settingsRoute = '/user/home/Settings'

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
        route: settingsRoute,
        about: 'Change of the password, and the open sessions',
        guard: patientsAndGuardians,
        actions: [changePassword.name],
        load: (context) => settingsScreen({ person: signedIn(context), action: changePassword, more: sessionsSection }),
      }),
    ],
  }
}
