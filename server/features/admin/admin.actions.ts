import Type from 'typebox'
import { closed } from '../../../schemas/base.ts'
import type { Effect } from '../../../schemas/effect.ts'
import type { Setting, SettingValue } from '../../licensees/settings/definition.ts'
import type { SettingState } from '../../licensees/settings/settings-store.ts'
import type { Db } from '../../db/open.ts'
import { ownerEmails } from '../../identity/staff.store.ts'
import type { ProofServices } from '../../identity/prove-again.ts'
import { provenAction } from '../../identity/proven-action.ts'
import { noteInTransaction } from '../../protocol/audit.ts'
import { settingTopic } from '../../protocol/context.ts'
import type { ActionContext } from '../../protocol/definitions.ts'
import { Failure, InvalidInput } from '../../protocol/failure.ts'
import { settingsStaff } from '../../protocol/guard.ts'
import { checkInput } from '../../protocol/input-check.ts'
import { signedIn } from '../../protocol/principal.ts'
import { momentText } from '../../protocol/time-words.ts'
import type { Services } from '../../services.ts'
import { practiceName } from '../../licensees/practice-name.ts'
import { isAmong, isOneLine } from '../../licensees/settings/parse.ts'
import { groundsOf } from '../../licensees/settings/theme-colours.ts'
import { settingChangedEmail } from './admin.emails.ts'
import { valueInWords } from './admin.words.ts'
import { contrastProblem, emptyValue } from './admin.rules.ts'
import { changedMeanwhile } from './admin.setting.conflict.ts'
import { settingCodes, settingForm } from './admin.setting.form.ts'
import { rowId, settingRow, warningsId, type ListQuery, type SettingActions } from './admin.setting.row.ts'
import { mayChange, namesOf, settingsRoute, viewSetting, type SettingServices } from './admin.setting.view.ts'
import { longestQuery } from './admin.settings.screens.ts'

const Name = Type.String({ minLength: 1, maxLength: 100 })
const SeenVersion = Type.Integer({ minimum: 0, maximum: 1_000_000_000, description: 'The version that the admin saw.' })
const AnyValue = Type.Union(
  [Type.Boolean(), Type.Number(), Type.String({ maxLength: 10_000 }), Type.Array(Type.Number(), { maxItems: 50 })],
  {
    description: 'Of the type of the setting; left out for an empty text or list.',
  },
)

/** The query of the list of settings, also sent by its actions. */
export const ListQueryInput = closed({
  q: Type.Optional(Type.String({ maxLength: longestQuery })),
  group: Type.Optional(Type.String({ maxLength: 60 })),
})
const List = Type.Optional(ListQueryInput)

interface Save {
  setting: Setting
  /** null resets the setting. */
  value: SettingValue | null
  seenVersion: number
  /** The list that the person works in; missing on the screen of one setting. */
  list?: ListQuery
}

export type AdminServices = SettingServices & ProofServices & Pick<Services, 'outbox'>

/** What the row calls that they put in the place of the old one. */
const inRow = ({ change, undo }: SettingActions) => [change, undo]

export function adminActions(services: AdminServices): SettingActions {
  /** Settings of security, payments and accounts (security.md). A value that is refused is refused at once. */
  const isSensitive = (context: ActionContext, name: string) =>
    knownSetting(context, name, services).sensitive !== undefined
  const actions: SettingActions = {
    change: provenAction(services, {
      name: 'admin.changeSetting',
      about: 'Changes a setting of the practice',
      guard: settingsStaff,
      input: closed({ name: Name, value: Type.Optional(AnyValue), seenVersion: SeenVersion, list: List }),
      calls: () => inRow(actions),
      needsProof: (context, { name, value }) => {
        checkedValue(context, { setting: knownSetting(context, name, services), given: value })
        return isSensitive(context, name)
      },
      run: (context, { name, value, ...seen }) => {
        const setting = knownSetting(context, name, services)
        return save(context, {
          setting,
          value: checkedValue(context, { setting, given: value }),
          ...seen,
        })
      },
    }),
    reset: provenAction(services, {
      name: 'admin.resetSetting',
      about: "Resets a setting to the practice's own value or the default",
      guard: settingsStaff,
      input: closed({ name: Name, seenVersion: SeenVersion }),
      needsProof: (context, { name }) => isSensitive(context, name),
      run: (context, { name, seenVersion }) => {
        const setting = knownSetting(context, name, services)
        const { source, version } = services.settings.state(context.licensee.id, setting)
        if (source !== 'portal' && version === seenVersion) throw new Failure('setting.notChanged')
        return save(context, { setting, value: null, seenVersion })
      },
    }),
    undo: provenAction(services, {
      name: 'admin.undoSetting',
      about: 'Takes back the last change of a setting',
      calls: () => inRow(actions),
      guard: settingsStaff,
      input: closed({ name: Name, seenVersion: SeenVersion, list: List }),
      needsProof: (context, { name }) => isSensitive(context, name),
      run: async (context, { name, seenVersion, list }) => {
        const setting = knownSetting(context, name, services)
        const { previous, version } = await newestState(context, { setting, seenVersion })
        if (version !== seenVersion) throw await changedMeanwhile(context, { setting, services, actions, list })
        if (previous === undefined) throw new Failure('setting.nothingToUndo')
        return save(context, { setting, value: previous, seenVersion, list })
      },
    }),
  }

  async function save(context: ActionContext, { setting, value, seenVersion, list }: Save): Promise<Effect[]> {
    const { licensee } = context
    const at = context.now()
    const { value: before } = services.settings.state(licensee.id, setting)
    const change = { licenseeId: licensee.id, setting, value, seenVersion, by: signedIn(context).login, at }
    const done = await services.settings.change(change, async (tx) => {
      await noteInTransaction(tx, context, { subject: setting.name, detail: changeOf(setting, { before, value }) })
      if (setting.sensitive === 'owners') await tellOwners(context, tx, { setting, value })
    })
    if (!done) throw await changedMeanwhile(context, { setting, services, actions, list })
    context.publish([settingTopic(licensee.id, setting)])
    return [
      { type: 'refresh', what: 'shell' }, // the live connection does not report a person's own actions
      ...(list ? await renewedRow(context, { setting, list }) : backInTheList({ setting, value })),
    ]
  }

  async function tellOwners(context: ActionContext, tx: Db, { setting, value }: Pick<Save, 'setting' | 'value'>) {
    const { id: licenseeId, timeZone } = context.licensee
    const { firstName, lastName } = signedIn(context)
    const { inherited } = services.settings.state(licenseeId, setting)
    for (const to of await ownerEmails(tx, licenseeId))
      await services.outbox.enqueue(
        tx,
        settingChangedEmail({
          licenseeId,
          to,
          practice: practiceName(context),
          who: `${firstName} ${lastName}`,
          title: setting.title,
          value: valueInWords(setting, value ?? inherited.value),
          when: momentText(context.now(), timeZone),
        }),
      )
  }

  /** What the seen change replaced may have been written by another process. */
  async function newestState(
    { licensee }: ActionContext,
    { setting, seenVersion }: Pick<Save, 'setting' | 'seenVersion'>,
  ): Promise<SettingState> {
    const known = services.settings.state(licensee.id, setting)
    if (known.version === seenVersion) return known
    await services.settings.reload(licensee.id)
    return services.settings.state(licensee.id, setting)
  }

  async function renewedRow(
    context: ActionContext,
    { setting, list }: { setting: Setting; list: ListQuery },
  ): Promise<Effect[]> {
    const view = viewSetting(context, { setting, names: await namesOf(context, services), ...services })
    return [
      { type: 'replace', id: rowId(view), block: settingRow({ view, actions, list }) },
      ...(view.isChecked ? [{ type: 'refresh' as const, what: 'region' as const, id: warningsId(view) }] : []),
    ]
  }

  return actions
}

/** What the audit log says about a change: the old and the new value; null resets it. Secrets are not named. */
function changeOf(setting: Setting, { before, value }: { before: SettingValue; value: SettingValue | null }): string {
  const isSecret = setting.type === 'text' && setting.secret
  return isSecret ? JSON.stringify({ secret: 'changed' }) : JSON.stringify({ before, after: value })
}

function backInTheList({ setting, value }: Pick<Save, 'setting' | 'value'>): Effect[] {
  return [
    { type: 'navigate', to: settingsRoute(setting) },
    { type: 'notify', tone: 'success', text: value === null ? 'Reset' : 'Saved' },
  ]
}

/** Throws the Failures `setting.unknown` and `setting.ownersOnly`. */
function knownSetting({ principal }: ActionContext, name: string, { index }: SettingServices): Setting {
  const setting = index.settingNamed(name)
  if (!setting) throw new Failure('setting.unknown', { status: 404, pointer: '/name' })
  if (!mayChange(principal, setting)) throw new Failure('setting.ownersOnly', { status: 403 })
  return setting
}

/** Returns the valid value. Throws InvalidInput or a Failure that says what is wrong. */
function allowedTexts(setting: Setting, { licensee }: Pick<ActionContext, 'licensee'>): string {
  return setting.type === 'text' ? (setting.among?.(licensee) ?? []).join(', ') : ''
}

function checkedValue(
  context: Pick<ActionContext, 'setting' | 'licensee'>,
  { setting, given }: { setting: Setting; given: SettingValue | undefined },
): SettingValue {
  const removed = setting.type === 'text' && setting.secret && given === ''
  const value = given ?? emptyValue(setting)
  if (!removed)
    checkInput(settingForm(setting), { value: value === undefined ? {} : { value }, codes: settingCodes(setting) })
  if (value === undefined) throw new Error(`the form of ${setting.name} lets a missing value pass`)
  if (setting.type === 'text' && !setting.lines && !isOneLine(String(value)))
    throw new InvalidInput([{ pointer: '/value', code: 'setting.line' }])
  if (!isAmong(setting, value, context.licensee))
    throw new Failure('setting.among', { pointer: '/value', params: { allowed: allowedTexts(setting, context) } })
  const problem = contrastProblem(setting, value, groundsOf(setting, String(value), context))
  if (problem) throw new Failure('setting.contrast', { pointer: '/value', params: { ...problem } })
  return value
}
