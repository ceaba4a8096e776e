import type { BlockList } from '../../../schemas/block.ts'
import { accountHomes } from '../../identity/account-home.ts'
import type { AccountServices } from '../../identity/account-services.ts'
import { accountSections, staffCards, type AccountSection } from '../../practice/extension-points.ts'
import { routes } from '../../practice/routes.ts'
import { goTo, title } from '../../protocol/block-builders.ts'
import type { Context } from '../../protocol/context.ts'
import { feature, screen } from '../../protocol/definitions.ts'
import { patientsAndGuardians } from '../../protocol/guard.ts'
import { signedIn } from '../../protocol/principal.ts'
import type { Services } from '../../services.ts'
import { settingsMessages } from './account-settings.messages.ts'
import { accountCard, settingsScreen } from './account-settings.screens.ts'
import { changePasswordAction } from './change-password.ts'

const [people, administrators] = accountHomes

/**
 * The settings page of patients and guardians: the password, and the sections that other features add (specification 2
 * §2.14).
 */
export const accountSettings = feature('account-settings', (services: AccountServices & Pick<Services, 'uses'>) => {
  const changePassword = changePasswordAction(services)
  const sections = () => services.uses(accountSections)
  const forAdmins = () => sections().filter((section) => section.forAdmins)
  return {
    messages: settingsMessages,
    actions: [changePassword],
    menu: [
      {
        menu: 'account',
        id: 'settings',
        label: people.label,
        icon: 'settings',
        guard: patientsAndGuardians,
        do: goTo(routes.settings),
      },
    ],
    extends: [
      staffCards.add({
        id: 'account',
        title: administrators.label,
        text: 'See where you are signed in, and protect your account.',
        icon: 'lock',
        to: administrators.root,
      }),
    ],
    screens: [
      screen({
        route: people.root,
        about: 'Settings: the password, and what else protects an account',
        guard: people.guard,
        actions: [changePassword.name],
        get rules() {
          return rulesOf(sections())
        },
        load: async (context) =>
          settingsScreen({
            principal: signedIn(context),
            action: changePassword,
            more: await blocksOf(sections(), context),
          }),
      }),
      screen({
        route: administrators.root,
        under: administrators.under,
        about: 'What protects the account of an administrator',
        guard: administrators.guard,
        get rules() {
          return rulesOf(forAdmins())
        },
        load: async (context) => ({
          title: administrators.label,
          width: 'reading',
          back: { label: 'Dashboard', to: routes.adminDashboard },
          blocks: [
            title(administrators.label),
            accountCard(signedIn(context)),
            ...(await blocksOf(forAdmins(), context)),
          ],
        }),
      }),
    ],
  }
})

function rulesOf(sections: readonly AccountSection[]) {
  return Object.fromEntries(sections.flatMap(({ id, rule }) => (rule ? [[id, rule]] : [])))
}

async function blocksOf(sections: readonly AccountSection[], context: Context): Promise<BlockList> {
  return (await Promise.all(sections.map(async (section) => section.blocks(context)))).flat()
}
