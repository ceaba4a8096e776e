import Type from 'typebox'
import { closed } from '../../../schemas/base.ts'
import { staffCards } from '../../practice/extension-points.ts'
import { partSettings } from '../../practice/part.settings.ts'
import { paths } from '../../practice/paths.ts'
import { goTo } from '../../protocol/block-builders.ts'
import { feature, region, screen } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { settingsStaff } from '../../protocol/guard.ts'
import { adminActions, ListQueryInput, type AdminServices } from './admin.actions.ts'
import { adminMessages } from './admin.messages.ts'
import { settingForm } from './admin.setting.form.ts'
import { settingHistory } from './admin.setting.history.ts'
import { settingScreen, warningNotices } from './admin.setting.screens.ts'
import { namesOf, settingWarnings, viewSetting } from './admin.setting.view.ts'
import { settingsScreen } from './admin.settings.screens.ts'

/** The settings of the practice. */
export const admin = feature('admin', (services: AdminServices) => {
  const actions = adminActions(services)
  return {
    menu: [
      {
        menu: 'main',
        id: 'admin-settings',
        label: 'Settings',
        icon: 'settings',
        guard: settingsStaff,
        do: goTo(paths.adminSettings()),
      },
    ],
    extends: [
      staffCards.add({
        id: 'settings',
        guard: settingsStaff,
        title: 'Settings',
        text: 'Switch features on and off. Change words and colors.',
        icon: 'settings',
        to: paths.adminSettings(),
        order: 50,
      }),
    ],
    messages: adminMessages,
    settings: Object.values(partSettings),
    forms: () => services.index.settings().map(settingForm),
    actions: Object.values(actions),
    screens: [
      screen({
        route: paths.adminSettings.route,
        about: 'Every setting of the practice',
        guard: settingsStaff,
        query: ListQueryInput,
        actions: [actions.change, actions.undo],
        load: async (context, { query }) => {
          const names = await namesOf(context, services)
          const settings = services.index.settings()
          const views = settings.map((setting) => viewSetting(context, { setting, names, ...services }))
          return settingsScreen({ views, actions, query })
        },
      }),
      screen({
        route: paths.adminSetting.route,
        about: 'One setting, with the form to change it',
        guard: settingsStaff,
        actions: [actions.change, actions.reset],
        load: async (context, { params: { name = '' } }) => {
          const setting = services.index.settingNamed(name)
          if (!setting) throw new Failure('setting.unknown', { status: 404 })
          const names = await namesOf(context, services)
          return settingScreen({
            view: viewSetting(context, { setting, names, ...services }),
            actions,
            warnings: await settingWarnings(context, { setting, ...services }),
            history: await settingHistory(context, { setting, actions, names, ...services }),
          })
        },
      }),
    ],
    regions: [
      region({
        name: 'admin.settingWarnings',
        about: 'What is wrong with a setting, from the data of the record server',
        guard: settingsStaff,
        query: closed({ name: Type.String({ maxLength: 100 }) }),
        load: async (context, { name }) => {
          const setting = services.index.settingNamed(name)
          if (!setting) throw new Failure('setting.unknown', { status: 404 })
          context.setting(setting) // makes the region depend on it
          return warningNotices(await settingWarnings(context, { setting, ...services }))
        },
      }),
    ],
  }
})
