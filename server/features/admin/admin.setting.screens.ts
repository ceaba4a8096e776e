import type { BlockList } from '../../../schemas/block.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import type { ActionDefinition, ScreenBody } from '../../protocol/definitions.ts'
import { button, call, form, text, title } from '../../protocol/block-builders.ts'
import type { Setting } from '../../licensees/settings/definition.ts'
import { contrastOf } from '../../licensees/settings/contrast.ts'
import { ratioText } from './admin.rules.ts'
import { adminMessages } from './admin.messages.ts'
import { settingCodes, settingField, settingForm } from './admin.setting.form.ts'
import { stateInWords, unreadText, type SettingActions } from './admin.setting.row.ts'
import { settingsRoute, type SettingView } from './admin.setting.view.ts'
import { inheritedInWords, momentInWords, sourceInWords, valueInWords } from './admin.words.ts'

/** One of the last changes of a setting. */
export interface SettingEvent {
  /** The event of the audit log. */
  event: string
  who: string
  at: Date
}

export interface SettingScreen {
  view: SettingView
  actions: SettingActions
  /** What is wrong with it, from other features. */
  warnings?: readonly string[]
  /** The latest first. */
  history?: readonly SettingEvent[]
}

/** One setting: its description, the screens that it changes, and the form to change it. */
export function settingScreen({ view, actions, warnings = [], history = [] }: SettingScreen): ScreenBody {
  const { definition } = view
  const back = settingsRoute(definition)
  return {
    title: definition.title,
    width: 'reading',
    back: { label: 'Settings', to: back },
    blocks: [
      title(definition.title),
      text('help', definition.help, 'lead'),
      ...warningNotices([...(definition.unread ? [unreadText] : []), ...warnings]),
      ...changeOfSomebodyElse(view),
      {
        kind: 'section',
        id: 'change-card',
        title: 'Change',
        card: true,
        blocks: view.mayChange
          ? [
              changeForm({ view, action: actions.change, back }),
              resetButton(view, actions.reset),
              ...removeButton(view, actions.change),
            ]
          : [text('owners-only', adminMessages['setting.ownersOnly'] ?? '')],
      },
      { kind: 'section', id: 'about', title: 'About this setting', card: true, blocks: [settingFacts(view)] },
      ...shapedScreens(view),
      ...historyTable(view, { history, actions }),
    ],
  }
}

export function warningNotices(texts: readonly string[]): BlockOf<'notice'>[] {
  return texts.map((words, index) => ({ kind: 'notice', id: `warning-${index}`, tone: 'warning', text: words }))
}

/**
 * Prevents overwriting unseen changes: shows the last change by another admin, also when it happens while the screen is
 * open.
 */
function changeOfSomebodyElse({ definition, state, change, zone }: SettingView): BlockList {
  const { version, source, value } = state
  if (!change || change.isOwn) return []
  const what = source === 'portal' ? 'changed' : 'reset'
  const to = definition.type === 'text' && definition.secret ? '' : ` to ${valueInWords(definition, value)}`
  return [
    {
      kind: 'notice',
      id: `changed-by-other-${version}`,
      tone: 'info',
      announce: true,
      text: `${change.who} ${what} this${to} at ${momentInWords(change.at, zone)}.`,
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
  const { definition, state } = view
  const secret = definition.type === 'text' && definition.secret
  return form({
    id: 'change',
    asksToLeave: true,
    action,
    schema: settingForm(definition),
    codes: settingCodes(definition),
    messages: adminMessages,
    fields: [settingField(definition)],
    value: secret ? {} : { value: state.value },
    input: { name: definition.name, seenVersion: state.version },
    submitLabel: 'Save',
    busyText: 'Saving',
    secondary: [{ id: 'cancel', label: 'Cancel', to: back }],
  })
}

function resetButton({ definition, state }: SettingView, action: ActionDefinition): BlockOf<'action'> {
  const { inherited, source, version } = state
  const where = inherited.source === 'practice' ? 'the value of your record system' : 'the default'
  return button('reset', {
    text: 'Reset to default',
    style: 'secondary',
    ...(source === 'portal' ? {} : { disabled: { reason: inheritedInWords(state) } }),
    do: {
      ...call(action, { name: definition.name, seenVersion: version }),
      confirm: {
        title: 'Reset this setting?',
        text: `“${definition.title}” goes back to ${where}: ${valueInWords(definition, inherited.value)}.`,
        yes: 'Reset',
        no: 'Cancel',
      },
    },
  })
}

/** Removes a secret. Its field cannot do that, because it never contains the secret. */
function removeButton({ definition, state }: SettingView, action: ActionDefinition): BlockList {
  if (definition.type !== 'text' || !definition.secret || state.value === '') return []
  const confirm = {
    title: 'Remove it?',
    text: `“${definition.title}” is empty after this.`,
    yes: 'Remove',
    no: 'Cancel',
    danger: true,
  }
  return [
    button('remove', {
      text: 'Remove',
      style: 'danger',
      do: { ...call(action, { name: definition.name, value: '', seenVersion: state.version }), confirm },
    }),
  ]
}

const protection: Record<NonNullable<Setting['sensitive']>, string> = {
  'settings staff': 'To change it, you confirm that it is you.',
  owners: 'Only owners can change it. You confirm that it is you, and every owner gets an email.',
}

function settingFacts(view: SettingView): BlockOf<'facts'> {
  const { definition, state } = view
  return {
    kind: 'facts',
    id: 'facts',
    facts: [
      { id: 'value', name: 'Value now', value: valueInWords(definition, state.value) },
      ...contrastFacts(view),
      { id: 'source', name: 'Set by', value: sourceInWords(state.source) },
      { id: 'default', name: 'Default', value: valueInWords(definition, state.default) },
      { id: 'changed', name: 'Last change', value: view.change ? stateInWords(view) : 'Never changed here.' },
      ...(definition.sensitive
        ? [{ id: 'sensitive', name: 'Protection', value: protection[definition.sensitive] }]
        : []),
      { id: 'shapes', name: 'Changes these screens', value: definition.shapes },
      { id: 'name', name: 'Key', value: definition.name },
    ],
  }
}

/** How well the color now in use can be read, on everything that it stands on. */
function contrastFacts({ definition, state, grounds = [] }: SettingView): BlockOf<'facts'>['facts'] {
  if (definition.type !== 'colour' || grounds.length === 0) return []
  const lines = grounds.map(
    ({ name, colour }) => `${ratioText(contrastOf(String(state.value), colour))} to 1 on ${name}`,
  )
  return [
    { id: 'contrast', name: 'Contrast', value: `${lines.join(', ')}; at least ${definition.contrast} to 1 is needed` },
  ]
}

function shapedScreens({ screens }: SettingView): BlockList {
  if (screens.length === 0) return []
  return [
    {
      kind: 'table',
      id: 'screens',
      caption: 'Screens that depend on it',
      columns: [
        { id: 'screen', label: 'Screen', main: true },
        { id: 'route', label: 'Address' },
      ],
      rows: screens.map(({ route, title: words }, index) => ({
        id: `screen-${index}`,
        cells: { screen: { text: words }, route: { text: route } },
      })),
      empty: { picture: 'list', text: 'No screen depends on it yet.' },
    },
  ]
}

function historyTable(
  { zone }: SettingView,
  { history, actions }: { history: readonly SettingEvent[]; actions: SettingActions },
): BlockList {
  const words = new Map([
    [`action:${actions.change.name}`, 'Changed'],
    [`action:${actions.reset.name}`, 'Reset'],
    [`action:${actions.undo.name}`, 'Undone'],
  ])
  return [
    {
      kind: 'table',
      id: 'history',
      caption: 'History',
      columns: [
        { id: 'what', label: 'What happened', main: true },
        { id: 'who', label: 'Who' },
        { id: 'when', label: 'When' },
      ],
      rows: history.map(({ event, who, at }, index) => ({
        id: `change-${index}`,
        cells: {
          what: { text: words.get(event) ?? 'Changed' },
          who: { text: who },
          when: { text: momentInWords(at, zone) },
        },
      })),
      empty: { picture: 'clock', text: 'No one has changed this yet.' },
    },
  ]
}
