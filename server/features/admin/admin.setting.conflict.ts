import type { SettingName } from '../../licensees/settings/registry.ts'
import type { Context } from '../../protocol/context.ts'
import { Failure, type FailureParams } from '../../protocol/failure.ts'
import { signedIn } from '../../protocol/principal.ts'
import { settingScreen, type SettingActions } from './admin.setting.screens.ts'
import { viewSetting, type SettingServices, type SettingView } from './admin.setting.view.ts'
import { momentInWords, valueInWords } from './admin.words.ts'

interface Conflict {
  name: SettingName
  services: SettingServices
  actions: SettingActions
}

/** Somebody else was faster: says who, what and when, with the screen as it is now. */
export function changedMeanwhile(context: Context, { name, services, actions }: Conflict): Failure {
  const view = viewSetting(context, { name, ...services })
  const { code, params } = whatHappened(view)
  return new Failure(code, {
    status: 409,
    params,
    screen: settingScreen({ view, actions, login: signedIn(context).login }),
    place: { route: settingPattern, topics: [...context.trace.topics] },
  })
}

/** The route of the screen, as it is registered. */
export const settingPattern = '/admin/settings/:name'

function whatHappened({ definition, state, zone }: SettingView): { code: string; params?: FailureParams } {
  const { changedBy, changedAt, source, value } = state
  if (!changedBy || !changedAt) return { code: 'setting.stale' }
  const params = { who: changedBy, at: momentInWords(changedAt, zone), value: valueInWords(definition, value) }
  if (source !== 'portal') return { code: 'setting.resetMeanwhile', params }
  return { code: definition.type === 'text' && definition.secret ? 'setting.changedSecret' : 'setting.changed', params }
}
