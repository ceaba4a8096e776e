import Type from 'typebox'
import { closed } from '../../../schemas/base.ts'
import type { Effect } from '../../../schemas/effect.ts'
import type { SettingValue } from '../../licensees/settings/definition.ts'
import { definitionOf, isSettingName, type SettingName } from '../../licensees/settings/registry.ts'
import { noteInTransaction } from '../../protocol/audit.ts'
import { settingTopic } from '../../protocol/context.ts'
import { action, type ActionContext } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { admins } from '../../protocol/guard.ts'
import { checkInput } from '../../protocol/input-check.ts'
import { signedIn } from '../../protocol/principal.ts'
import { contrastProblem, emptyValue } from './admin.rules.ts'
import { changedMeanwhile } from './admin.setting.conflict.ts'
import { settingCodes, settingForm } from './admin.setting.form.ts'
import type { SettingActions } from './admin.setting.screens.ts'
import { settingsRoute, type SettingServices } from './admin.setting.view.ts'

const Name = Type.String({ minLength: 1, maxLength: 100 })
const SeenVersion = Type.Integer({ minimum: 0, maximum: 1_000_000_000, description: 'The version that the admin saw.' })
const AnyValue = Type.Union(
  [Type.Boolean(), Type.Number(), Type.String({ maxLength: 10_000 }), Type.Array(Type.Number(), { maxItems: 50 })],
  {
    description: 'Of the type of the setting; left out for an empty text or list.',
  },
)

interface Save {
  name: SettingName
  /** null: reset. */
  value: SettingValue | null
  seenVersion: number
}

export function adminActions(services: SettingServices): SettingActions {
  const actions: SettingActions = {
    change: action({
      name: 'admin.changeSetting',
      about: 'Changes a setting of the practice',
      guard: admins,
      input: closed({ name: Name, value: Type.Optional(AnyValue), seenVersion: SeenVersion }),
      run: (context, { name, value, seenVersion }) => {
        const setting = knownSetting(name)
        return save(context, { name: setting, value: checkedValue(setting, value), seenVersion })
      },
    }),
    reset: action({
      name: 'admin.resetSetting',
      about: "Resets a setting to the practice's own value or the default",
      guard: admins,
      input: closed({ name: Name, seenVersion: SeenVersion }),
      run: (context, { name, seenVersion }) => {
        const setting = knownSetting(name)
        const { source, version } = services.settings.state(context.licensee.id, setting)
        if (source !== 'portal' && version === seenVersion) throw new Failure('setting.notChanged')
        return save(context, { name: setting, value: null, seenVersion })
      },
    }),
  }

  async function save(context: ActionContext, { name, value, seenVersion }: Save): Promise<Effect[]> {
    const { licensee } = context
    const at = context.now()
    const event = value === null ? actions.reset.name : actions.change.name
    const change = { licenseeId: licensee.id, name, value, seenVersion, by: signedIn(context).login, at }
    const done = await services.settings.change(change, (tx) =>
      noteInTransaction(tx, context, { event: `action:${event}`, subject: name }),
    )
    if (!done) throw changedMeanwhile(context, { name, services, actions })
    context.publish([settingTopic(licensee.id, name)])
    return [
      { type: 'refresh', what: 'shell' }, // the hint of an own act is not heard
      { type: 'navigate', to: settingsRoute(definitionOf(name)) },
      { type: 'notify', tone: 'success', text: value === null ? 'Reset' : 'Saved' },
    ]
  }

  return actions
}

function knownSetting(name: string): SettingName {
  if (!isSettingName(name)) throw new Failure('setting.unknown', { status: 404, pointer: '/name' })
  return name
}

/** Throws InvalidInput or a Failure with the words for what is wrong. */
function checkedValue(name: SettingName, given: SettingValue | undefined): SettingValue {
  const definition = definitionOf(name)
  const removed = definition.type === 'text' && definition.secret && given === ''
  const value = given ?? emptyValue(definition)
  if (!removed)
    checkInput(settingForm(name), { value: value === undefined ? {} : { value }, codes: settingCodes(definition) })
  if (value === undefined) throw new Error(`the form of ${name} lets a missing value pass`)
  const problem = contrastProblem(definition, value)
  if (problem) throw new Failure('setting.contrast', { pointer: '/value', params: { ...problem } })
  return value
}
