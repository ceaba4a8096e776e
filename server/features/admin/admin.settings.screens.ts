import type { BlockOf } from '../../../schemas/blocks.ts'
import type { SettingGroup } from '../../licensees/settings/definition.ts'
import type { ScreenBody } from '../../protocol/definitions.ts'
import { goTo, text, title } from '../../protocol/block-builders.ts'
import { groupId, settingRoute, type SettingView } from './admin.setting.view.ts'
import { momentInWords, sourceInWords, valueInWords } from './admin.words.ts'
import { routes } from '../../practice/routes.ts'

type Table = BlockOf<'table'>
type Row = Table['rows'][number]

const groups: readonly SettingGroup[] = [
  'Features',
  'Access',
  'Appointments',
  'Arrival and uploads',
  'Billing',
  'Messages and records',
  'Practice',
  'Look',
]

/** Every setting, one tab for each group. */
export function settingsScreen({ views, group }: { views: readonly SettingView[]; group?: string }): ScreenBody {
  const tabs = groups.map((name) => ({
    id: groupId(name),
    label: name,
    blocks: [
      settingsTable(
        name,
        views.filter(({ definition }) => definition.group === name),
      ),
    ],
  }))
  return {
    title: 'Settings',
    back: { label: 'Dashboard', to: routes.adminDashboard },
    blocks: [
      title('Settings'),
      text('help', 'A change reaches every open screen at once.', 'lead'),
      {
        kind: 'tabs',
        id: 'groups',
        label: 'Groups of settings',
        parameter: 'group',
        active: tabs.find(({ id }) => id === group)?.id ?? groupId('Features'),
        tabs,
      },
    ],
  }
}

const columns: Table['columns'] = [
  { id: 'setting', label: 'Setting', main: true },
  { id: 'value', label: 'Value' },
  { id: 'source', label: 'Comes from' },
  { id: 'shapes', label: 'Shapes' },
  { id: 'changed', label: 'Last change' },
]

function settingsTable(group: SettingGroup, views: readonly SettingView[]): Table {
  return {
    kind: 'table',
    id: `${groupId(group)}-settings`,
    caption: group,
    hideCaption: true,
    columns,
    rows: views.map(settingRow),
    empty: { text: 'There are no settings here.' },
  }
}

function settingRow({ name, definition, state, screens, zone }: SettingView): Row {
  const { value, source, changedBy, changedAt } = state
  return {
    id: name.replaceAll(' ', '_'),
    cells: {
      setting: { text: definition.title, help: name },
      value: { text: valueInWords(definition, value) },
      source: { text: sourceInWords(source), ...(source === 'portal' ? { tag: true, tone: 'info' as const } : {}) },
      shapes: {
        text: definition.shapes,
        ...(screens.length > 0 ? { help: `Rules of: ${someOf(screens.map((screen) => screen.title))}` } : {}),
      },
      changed: { text: changedBy && changedAt ? `${changedBy}, ${momentInWords(changedAt, zone)}` : 'Never' },
    },
    actions: [{ id: 'change', label: 'Change', about: definition.title, do: goTo(settingRoute(name)) }],
  }
}

const mostNamed = 3

function someOf(titles: readonly string[]): string {
  const rest = titles.length - mostNamed
  return rest > 0 ? `${titles.slice(0, mostNamed).join(', ')} and ${rest} more` : titles.join(', ')
}
