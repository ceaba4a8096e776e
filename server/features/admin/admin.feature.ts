import Type from 'typebox'
import { practiceName } from '../../licensees/practice-name.ts'
import { isSettingName, settingNames } from '../../licensees/settings/registry.ts'
import { screen, type Feature } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { admins } from '../../protocol/guard.ts'
import { signedIn } from '../../protocol/principal.ts'
import { adminActions } from './admin.actions.ts'
import { adminCards, adminDashboardScreen } from './admin.dashboard.screens.ts'
import { adminMessages } from './admin.messages.ts'
import { settingPattern } from './admin.setting.conflict.ts'
import { settingForms } from './admin.setting.form.ts'
import { settingScreen } from './admin.setting.screens.ts'
import { viewSetting, type SettingSources } from './admin.setting.view.ts'
import { settingsScreen } from './admin.settings.screens.ts'
import { routes } from '../../practice/routes.ts'

export interface AdminFeatureOptions extends SettingSources {
  reachable: (route: string) => boolean
}

/** The admin's dashboard and the settings of the practice. */
export function adminFeature({ reachable, ...sources }: AdminFeatureOptions): Feature {
  const actions = adminActions(sources)
  return {
    name: 'admin',
    messages: adminMessages,
    forms: [...settingForms],
    regions: [],
    actions: Object.values(actions),
    screens: [
      screen({
        route: routes.adminDashboard,
        about: 'Welcome page of administrators',
        guard: admins,
        load: (context) =>
          adminDashboardScreen({
            practice: practiceName(context),
            cards: adminCards.filter(({ to }) => reachable(to)),
          }),
      }),
      screen({
        route: routes.adminSettings,
        about: 'Every setting of the practice',
        guard: admins,
        query: Type.Object({ group: Type.Optional(Type.String({ maxLength: 60 })) }, { additionalProperties: false }),
        load: (context, { query: { group } }) =>
          settingsScreen({ views: settingNames.map((name) => viewSetting(context, { name, ...sources })), group }),
      }),
      screen({
        route: settingPattern,
        about: 'One setting, with the form to change it',
        guard: admins,
        actions: [actions.change.name, actions.reset.name],
        load: (context, { params: { name = '' } }) => {
          if (!isSettingName(name)) throw new Failure('setting.unknown', { status: 404 })
          return settingScreen({
            view: viewSetting(context, { name, ...sources }),
            actions,
            login: signedIn(context).login,
          })
        },
      }),
    ],
  }
}
