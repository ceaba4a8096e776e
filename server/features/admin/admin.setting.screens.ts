import type { BlockList } from '../../../schemas/block.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import type { ActionDefinition, ScreenBody } from '../../protocol/definitions.ts'
import { button, form, text, title } from '../../protocol/block-builders.ts'
import { adminMessages } from './admin.messages.ts'
import { settingCodes, settingField, settingForm } from './admin.setting.form.ts'
import { settingsRoute, type SettingView } from './admin.setting.view.ts'
import { momentInWords, sourceInWords, valueInWords } from './admin.words.ts'

export interface SettingActions {
  change: ActionDefinition
  reset: ActionDefinition
}

export interface SettingScreen {
  view: SettingView
  actions: SettingActions
  /** The login of the admin who looks at it. */
  login: string
}

/** One setting: what it is, what it shapes, and the form to change it. */
export function settingScreen({ view, actions, login }: SettingScreen): ScreenBody {
  const { definition } = view
  const back = settingsRoute(definition)
  return {
    title: definition.title,
    width: 'reading',
    back: { label: 'Settings', to: back },
    blocks: [
      title(definition.title),
      text('help', definition.help, 'lead'),
      ...changeOfSomebodyElse(view, login),
      {
        kind: 'section',
        id: 'change-card',
        title: 'Change',
        card: true,
        blocks: [
          changeForm({ view, action: actions.change, back }),
          resetButton(view, actions.reset),
          ...removeButton(view, actions.change),
        ],
      },
      { kind: 'section', id: 'about', title: 'About this setting', card: true, blocks: [settingFacts(view)] },
      ...shapedScreens(view),
    ],
  }
}

/** Nothing is overwritten unseen: who comes second reads what happened, also when it happens while they look. */
function changeOfSomebodyElse({ definition, state, zone }: SettingView, login: string): BlockList {
  const { changedBy, changedAt, version, source, value } = state
  if (!changedBy || !changedAt || changedBy === login) return []
  const what = source === 'portal' ? 'changed' : 'reset'
  const to = definition.type === 'text' && definition.secret ? '' : ` to ${valueInWords(definition, value)}`
  return [
    {
      kind: 'notice',
      id: `changed-by-other-${version}`,
      tone: 'info',
      announce: true,
      text: `${changedBy} ${what} this${to} at ${momentInWords(changedAt, zone)}.`,
    },
  ]
}

function changeForm({
  view,
  action,
  back,
}: {
  view: SettingView
  action: ActionDefinition
  back: string
}): BlockOf<'form'> {
  const { name, definition, state } = view
  const secret = definition.type === 'text' && definition.secret
  return form({
    id: 'change',
    action,
    schema: settingForm(name),
    codes: settingCodes(definition),
    messages: adminMessages,
    fields: [settingField(definition)],
    value: secret ? {} : { value: state.value },
    input: { name, seenVersion: state.version },
    submitLabel: 'Save',
    busyText: 'Saving',
    secondary: [{ id: 'cancel', label: 'Cancel', to: back }],
  })
}

function resetButton({ name, definition, state }: SettingView, action: ActionDefinition): BlockOf<'action'> {
  const { inherited, source, version } = state
  const where = inherited.source === 'practice' ? 'the value of the practice' : 'the default'
  return button('reset', {
    text: 'Reset to default',
    style: 'secondary',
    ...(source === 'portal' ? {} : { disabled: { reason: adminMessages['setting.notChanged'] ?? '' } }),
    do: {
      type: 'call',
      action: action.name,
      input: { name, seenVersion: version },
      confirm: {
        title: 'Reset this setting?',
        text: `“${definition.title}” goes back to ${where}: ${valueInWords(definition, inherited.value)}.`,
        yes: 'Reset',
        no: 'Cancel',
      },
    },
  })
}

/** A secret cannot be emptied in its field, which never holds it. */
function removeButton({ name, definition, state }: SettingView, action: ActionDefinition): BlockList {
  if (definition.type !== 'text' || !definition.secret || state.value === '') return []
  const confirm = {
    title: 'Remove it?',
    text: `“${definition.title}” will not be set any more.`,
    yes: 'Remove',
    no: 'Cancel',
  }
  return [
    button('remove', {
      text: 'Remove',
      style: 'danger',
      do: { type: 'call', action: action.name, input: { name, value: '', seenVersion: state.version }, confirm },
    }),
  ]
}

function settingFacts({ name, definition, state, zone }: SettingView): BlockOf<'facts'> {
  const { changedBy, changedAt } = state
  return {
    kind: 'facts',
    id: 'facts',
    facts: [
      { id: 'value', name: 'Value now', value: valueInWords(definition, state.value) },
      { id: 'source', name: 'Comes from', value: sourceInWords(state.source) },
      { id: 'default', name: 'Default', value: valueInWords(definition, state.default) },
      {
        id: 'changed',
        name: 'Last change',
        value: changedBy && changedAt ? `${changedBy}, ${momentInWords(changedAt, zone)}` : 'Never',
      },
      { id: 'shapes', name: 'Shapes', value: definition.shapes },
      { id: 'name', name: 'Name', value: name },
    ],
  }
}

function shapedScreens({ screens }: SettingView): BlockList {
  if (screens.length === 0) return []
  return [
    {
      kind: 'table',
      id: 'screens',
      caption: 'Screens whose rules read it',
      columns: [
        { id: 'screen', label: 'Screen', main: true },
        { id: 'route', label: 'Address' },
      ],
      rows: screens.map(({ route, title: words }, index) => ({
        id: `screen-${index}`,
        cells: { screen: { text: words }, route: { text: route } },
      })),
      empty: { text: 'No rule reads it yet.' },
    },
  ]
}
