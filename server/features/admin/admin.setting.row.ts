import type { BlockList } from '../../../schemas/block.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import type { ListSetting, SettingDefinition, SettingValue } from '../../licensees/settings/definition.ts'
import type { ActionDefinition } from '../../protocol/definitions.ts'
import { call, form } from '../../protocol/block-builders.ts'
import { adminMessages } from './admin.messages.ts'
import { adminPaths } from './admin.paths.ts'
import { settingCodes, settingField, settingForm } from './admin.setting.form.ts'
import { settingRoute, type SettingView } from './admin.setting.view.ts'
import { dayAndTime, inheritedInWords, numbersIn, resultInWords, valueInWords } from './admin.words.ts'

type Setting = BlockOf<'setting'>

export interface SettingActions {
  change: ActionDefinition
  reset: ActionDefinition
  undo: ActionDefinition
}

/** What the list shows; its actions send it, so that a conflict returns the same list. */
export interface ListQuery {
  q?: string
  group?: string
}

export interface SettingRow {
  view: SettingView
  actions: SettingActions
  list: ListQuery
  /** Why the last value was not saved. */
  conflict?: string
}

/** One setting with its control in place. */
export function settingRow({ view, actions, list, conflict }: SettingRow): Setting {
  const { definition } = view
  const input = { name: definition.name, seenVersion: view.state.version, list }
  return {
    kind: 'setting',
    id: rowId(view),
    title: definition.title,
    text: definition.help,
    ...controlOf(view, { action: actions.change, input }),
    notes: notesOf(view, conflict),
    state: { text: stateInWords(view), ...(view.state.source === 'portal' ? { changed: true } : {}) },
    ...(conflict === undefined ? resultOf(view, { action: actions.undo, input }) : {}),
    details: { label: 'Details', to: settingRoute(definition) },
  }
}

export function rowId({ definition }: Pick<SettingView, 'definition'>): string {
  return `setting-${definition.name.replaceAll(' ', '_')}`
}

/** The id of the region with what is wrong with a setting. */
export function warningsId(view: Pick<SettingView, 'definition'>): string {
  return `${rowId(view)}-warnings`
}

interface Sent {
  action: ActionDefinition
  input: Record<string, unknown>
}

function controlOf(view: SettingView, sent: Sent): Pick<Setting, 'switches' | 'blocks'> {
  const { definition, state } = view
  const warnings = warningsOf(view)
  if (!view.mayChange) return { blocks: warnings }
  if (definition.type === 'boolean') {
    const on = state.value === true
    return {
      switches: [toSwitch({ id: rowId(view), label: definition.title, on, value: !on }, sent)],
      blocks: warnings,
    }
  }
  if (definition.type === 'list')
    return { switches: optionSwitches(view, { options: definition.options, sent }), blocks: warnings }
  return { blocks: [inPlaceForm(view, sent), ...warnings] }
}

function optionSwitches(
  view: SettingView,
  { options, sent }: { options: ListSetting['options']; sent: Sent },
): NonNullable<Setting['switches']> {
  const chosen = numbersIn(view.state.value)
  return options.map(({ value: option, label }) => {
    const on = chosen.includes(option)
    const value = options.map((each) => each.value).filter((each) => chosen.includes(each) !== (each === option))
    return toSwitch({ id: `${rowId(view)}-${option}`, label, on, value }, sent)
  })
}

interface SwitchParts {
  id: string
  label: string
  on: boolean
  /** The value that it leads to. */
  value: SettingValue
}

function toSwitch(
  { id, label, on, value }: SwitchParts,
  { action, input }: Sent,
): NonNullable<Setting['switches']>[number] {
  return {
    id: `${id}-switch`,
    label,
    on,
    text: on ? 'On' : 'Off',
    do: call(action, { ...input, value }),
  }
}

function inPlaceForm({ definition, state }: SettingView, { action, input }: Sent): BlockOf<'form'> {
  const isSecret = definition.type === 'text' && definition.secret
  const drawn = form({
    id: `${rowId({ definition })}-form`,
    action,
    schema: settingForm(definition),
    codes: settingCodes(definition),
    messages: adminMessages,
    fields: [fieldOf(definition)],
    value: isSecret ? {} : { value: state.value },
    input,
    submitLabel: 'Save',
  })
  return { ...drawn, inPlace: { discard: 'Cancel' } }
}

/** The row says what it is; a color that is hard to read is refused with what it needs. */
function fieldOf(definition: SettingDefinition): ReturnType<typeof settingField> {
  const { help, ...field } = settingField(definition)
  return { ...field, hideLabel: true, ...(help === undefined || definition.type === 'colour' ? {} : { help }) }
}

/** Loaded apart, because the record server may be slow. */
function warningsOf(view: SettingView): BlockList {
  if (!view.isChecked) return []
  const src = adminPaths.warningsRegion({ name: view.definition.name })
  return [{ kind: 'region', id: warningsId(view), src }]
}

function notesOf(
  { definition, state, change, mayChange }: SettingView,
  conflict: string | undefined,
): NonNullable<Setting['notes']> {
  const isSecret = definition.type === 'text' && definition.secret
  const value = isSecret ? '' : ` to ${valueInWords(definition, state.value)}`
  const isNews = change && !change.isOwn && change.isRecent && state.source === 'portal'
  return [
    ...(definition.unread ? [{ id: 'unread', tone: 'warning' as const, text: unreadText }] : []),
    ...(mayChange
      ? []
      : [
          {
            id: 'owners-only',
            tone: 'info' as const,
            text: `${valueInWords(definition, state.value)}. ${adminMessages['setting.ownersOnly']}`,
          },
        ]),
    ...(conflict === undefined ? [] : [{ id: 'conflict', tone: 'error' as const, text: conflict }]),
    ...(isNews && conflict === undefined
      ? [{ id: 'changed-by-other', tone: 'info' as const, text: `${change.who} changed this${value}.` }]
      : []),
  ]
}

export const unreadText = 'No screen uses this yet. A change has no effect in this version.'

/** Returns who set the value: `Changed by Front Desk, 11/23/2026 9:05 AM.` */
export function stateInWords({ definition, state, change, zone }: SettingView): string {
  const isSecret = definition.type === 'text' && definition.secret
  const set = isSecret ? `${valueInWords(definition, state.value)}. ` : ''
  const when = change ? `by ${change.who}, ${dayAndTime(change.at, zone)}.` : ''
  if (state.source === 'portal') return `${set}Changed ${when}`
  return `${set}${inheritedInWords(state)}${change ? ` Reset ${when}` : ''}`
}

/** What the admin has just done, until the next change or the end of the day. */
function resultOf({ definition, state, change }: SettingView, { action, input }: Sent): Pick<Setting, 'result'> {
  if (!change?.isOwn || !change.isRecent) return {}
  const undo = { label: 'Undo', do: call(action, input) }
  return {
    result: {
      text: resultInWords(definition, state),
      version: String(state.version),
      ...(state.previous === undefined ? {} : { undo }),
    },
  }
}
