import type { Setting } from '../../licensees/settings/definition.ts'
import { paths } from '../../practice/paths.ts'
import type { Context } from '../../protocol/context.ts'
import type { ScreenBody } from '../../protocol/definitions.ts'
import { Failure, type FailureParams } from '../../protocol/failure.ts'
import { adminMessages } from './admin.messages.ts'
import { settingScreen } from './admin.setting.screens.ts'
import type { ListQuery, SettingActions } from './admin.setting.row.ts'
import { namesOf, viewSetting, type SettingServices, type SettingView } from './admin.setting.view.ts'
import { settingsScreen } from './admin.settings.screens.ts'
import { momentInWords, valueInWords } from './admin.words.ts'

interface Conflict {
  setting: Setting
  services: SettingServices
  actions: SettingActions
  list?: ListQuery
}

/** The error when another admin has changed the setting meanwhile: who, what and when, with the current screen. */
export async function changedMeanwhile(
  context: Context,
  { setting, services, actions, list }: Conflict,
): Promise<Failure> {
  const names = await namesOf(context, services)
  const viewOf = (each: Setting) => viewSetting(context, { setting: each, names, ...services })
  const view = viewOf(setting)
  const { code, params } = whatHappened(view)
  const screen: ScreenBody = list
    ? settingsScreen({
        views: services.index.settings().map(viewOf),
        actions,
        query: list,
        conflict: { name: setting.name, text: filled(adminMessages[code] ?? '', params) },
      })
    : settingScreen({ view, actions })
  return new Failure(code, {
    status: 409,
    params,
    screen,
    place: { route: list ? paths.adminSettings.route : paths.adminSetting.route, topics: [...context.trace.topics] },
  })
}

/** The route pattern of the screen. */

function whatHappened({ definition, state, change, zone }: SettingView): { code: string; params?: FailureParams } {
  if (!change) return { code: 'setting.stale' }
  const params = {
    who: change.who,
    title: definition.title,
    at: momentInWords(change.at, zone),
    value: valueInWords(definition, state.value),
  }
  if (state.source !== 'portal') return { code: 'setting.resetMeanwhile', params }
  return { code: definition.type === 'text' && definition.secret ? 'setting.changedSecret' : 'setting.changed', params }
}

function filled(text: string, params: FailureParams = {}): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''))
}
