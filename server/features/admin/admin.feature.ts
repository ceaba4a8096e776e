import Type from 'typebox'
import { closed } from '../../../schemas/base.ts'
import { practiceName } from '../../licensees/practice-name.ts'
import { isSettingName, settingNames } from '../../licensees/settings/registry.ts'
import { routes } from '../../practice/routes.ts'
import { goTo } from '../../protocol/block-builders.ts'
import { screen, feature } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { admins } from '../../protocol/guard.ts'
import { signedIn } from '../../protocol/principal.ts'
import { adminActions } from './admin.actions.ts'
import { adminCards, adminDashboardScreen } from './admin.dashboard.screens.ts'
import { adminMessages } from './admin.messages.ts'
import { settingPattern } from './admin.setting.conflict.ts'
import { settingForms } from './admin.setting.form.ts'
import { settingScreen } from './admin.setting.screens.ts'
import { viewSetting, type SettingServices } from './admin.setting.view.ts'
import { settingsScreen } from './admin.settings.screens.ts'

/** The admin's dashboard and the settings of the practice. */
export const admin = feature('admin', (services: SettingServices) => {
  const { index } = services
  const actions = adminActions(services)
  return {
    menu: [
      {
        menu: 'main',
        id: 'admin-home',
        label: 'Dashboard',
        icon: 'home',
        guard: admins,
        do: goTo(routes.adminDashboard),
      },
    ],
    messages: adminMessages,
    forms: [...settingForms],
    actions: Object.values(actions),
    screens: [
      screen({
        route: routes.adminDashboard,
        about: 'Welcome page of administrators',
        guard: admins,
        load: (context) =>
          adminDashboardScreen({
            practice: practiceName(context),
            cards: adminCards.filter(({ to }) => index.reachable(to)),
          }),
      }),
      screen({
        route: routes.adminSettings,
        about: 'Every setting of the practice',
        guard: admins,
        query: closed({ group: Type.Optional(Type.String({ maxLength: 60 })) }),
        load: (context, { query: { group } }) =>
          settingsScreen({ views: settingNames.map((name) => viewSetting(context, { name, ...services })), group }),
      }),
      screen({
        route: settingPattern,
        about: 'One setting, with the form to change it',
        guard: admins,
        actions: [actions.change.name, actions.reset.name],
        load: (context, { params: { name = '' } }) => {
          if (!isSettingName(name)) throw new Failure('setting.unknown', { status: 404 })
          return settingScreen({
            view: viewSetting(context, { name, ...services }),
            actions,
            login: signedIn(context).login,
          })
        },
      }),
    ],
  }
})
