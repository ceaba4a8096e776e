import type { BlockList } from '../../../schemas/block.ts'
import { accountHomes } from '../../identity/account-home.ts'
import type { AccountServices } from '../../identity/account-services.ts'
import { passwordWords } from '../../identity/password-words.ts'
import { accountSections, staffCards, type AccountSection } from '../../practice/extension-points.ts'
import { paths } from '../../practice/paths.ts'
import { goTo } from '../../protocol/block-builders.ts'
import type { Context } from '../../protocol/context.ts'
import { feature, screen } from '../../protocol/definitions.ts'
import { admins, patientsAndGuardiansThemselves } from '../../protocol/guard.ts'
import { signedIn } from '../../protocol/principal.ts'
import type { Services } from '../../services.ts'
import { settingsMessages } from './account-settings.messages.ts'
import { passwordPaths } from './account-settings.paths.ts'
import { accountScreen, passwordScreen } from './account-settings.screens.ts'
import { changePasswordAction } from './change-password.ts'

const [, administrators] = accountHomes

/** The page of an account: the password (specification 2 §2.14), and the sections that other features add. */
export const accountSettings = feature('account-settings', (services: AccountServices & Pick<Services, 'uses'>) => {
  const changePassword = changePasswordAction(services)
  const sections = () => services.uses(accountSections)
  return {
    messages: settingsMessages,
    actions: [changePassword],
    menu: [
      {
        menu: 'account',
        id: 'settings',
        label: 'Settings',
        icon: 'settings',
        guard: patientsAndGuardiansThemselves,
        do: goTo(paths.settings()),
      },
    ],
    extends: [
      staffCards.add({
        id: 'account',
        guard: admins,
        order: 90,
        title: administrators.title,
        text: 'Change your password, and see where you are signed in.',
        icon: 'lock',
        to: administrators.root,
      }),
    ],
    screens: [
      ...accountHomes.map((home) => {
        const those = () => (home === administrators ? sections().filter(({ forAdmins }) => forAdmins) : sections())
        return screen({
          route: home.root,
          under: home.under,
          about: 'Account settings',
          guard: home.guard,
          get actions() {
            return those().flatMap(({ actions = [] }) => actions)
          },
          get rules() {
            return rulesOf(those())
          },
          load: async (context) =>
            accountScreen({ home, principal: signedIn(context), more: await blocksOf(those(), context) }),
        })
      }),
      ...accountHomes.map((home) =>
        screen({
          route: passwordPaths[home.of].route,
          under: home.under,
          about: 'A new password',
          guard: home.guard,
          actions: [changePassword],
          load: (context) => {
            const principal = signedIn(context)
            const words = passwordWords(context, principal)
            return passwordScreen({ home, principal, words, action: changePassword })
          },
        }),
      ),
    ],
  }
})

function rulesOf(sections: readonly AccountSection[]) {
  return Object.fromEntries(sections.flatMap(({ id, rule }) => (rule ? [[id, rule]] : [])))
}

async function blocksOf(sections: readonly AccountSection[], context: Context): Promise<BlockList> {
  return (await Promise.all(sections.map(async (section) => section.blocks(context)))).flat()
}
