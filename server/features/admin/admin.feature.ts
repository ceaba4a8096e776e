import Type from 'typebox'
import { closed } from '../../../schemas/base.ts'
import { practiceName } from '../../licensees/practice-name.ts'
import { isSettingName, settingNames } from '../../licensees/settings/registry.ts'
import { staffNotices } from '../../practice/extension-points.ts'
import { routes } from '../../practice/routes.ts'
import { goTo } from '../../protocol/block-builders.ts'
import { feature, region, screen } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { admins } from '../../protocol/guard.ts'
import { adminActions, ListQueryInput } from './admin.actions.ts'
import { adminCards, adminDashboardScreen } from './admin.dashboard.screens.ts'
import { adminMessages } from './admin.messages.ts'
import { settingPattern } from './admin.setting.conflict.ts'
import { settingForms } from './admin.setting.form.ts'
import { settingHistory } from './admin.setting.history.ts'
import { settingScreen, warningNotices } from './admin.setting.screens.ts'
import { namesOf, settingWarnings, viewSetting, type SettingServices } from './admin.setting.view.ts'
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
        load: async (context) =>
          adminDashboardScreen({
            practice: practiceName(context),
            notices: (await Promise.all(services.uses(staffNotices).map((noticesFor) => noticesFor(context)))).flat(),
            cards: adminCards.filter(({ to }) => index.reachable(to)),
          }),
      }),
      screen({
        route: routes.adminSettings,
        about: 'Every setting of the practice',
        guard: admins,
        query: ListQueryInput,
        actions: [actions.change.name, actions.undo.name],
        load: async (context, { query }) => {
          const names = await namesOf(context, services)
          const views = settingNames.map((name) => viewSetting(context, { name, names, ...services }))
          return settingsScreen({ views, actions, query })
        },
      }),
      screen({
        route: settingPattern,
        about: 'One setting, with the form to change it',
        guard: admins,
        actions: [actions.change.name, actions.reset.name],
        load: async (context, { params: { name = '' } }) => {
          if (!isSettingName(name)) throw new Failure('setting.unknown', { status: 404 })
          const names = await namesOf(context, services)
          return settingScreen({
            view: viewSetting(context, { name, names, ...services }),
            actions,
            warnings: await settingWarnings(context, { name, ...services }),
            history: await settingHistory(context, { name, names, ...services }),
          })
        },
      }),
    ],
    regions: [
      region({
        name: 'admin.settingWarnings',
        about: 'What is wrong with a setting, from the data of the record server',
        guard: admins,
        query: closed({ name: Type.String({ maxLength: 100 }) }),
        load: async (context, { name }) => {
          if (!isSettingName(name)) throw new Failure('setting.unknown', { status: 404 })
          context.setting(name) // makes the region depend on it
          return warningNotices(await settingWarnings(context, { name, ...services }))
        },
      }),
    ],
  }
})
