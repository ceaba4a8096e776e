import type { BlockList } from '../../../schemas/block.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import type { ScreenBody } from '../../protocol/definitions.ts'
import { goTo, text, title } from '../../protocol/block-builders.ts'
import { paths } from '../../practice/paths.ts'
import { settingRow, type ListQuery, type SettingActions } from './admin.setting.row.ts'
import { groupId, type SettingView } from './admin.setting.view.ts'
import { matchingSettings } from './admin.settings.search.ts'

const everyGroup = 'all'
export const longestQuery = 100

export interface SettingsScreen {
  views: readonly SettingView[]
  actions: SettingActions
  query: ListQuery
  /** The setting that somebody else has changed meanwhile, and what happened. */
  conflict?: { name: string; text: string }
}

/** Every setting with its control in place, by groups, and one search over all of them. */
export function settingsScreen({ views, actions, query, conflict }: SettingsScreen): ScreenBody {
  const q = query.q?.trim() ?? ''
  const matches = q ? matchingSettings(views, q) : views
  const groups = groupsOf(views)
  const chosen = chosenGroup(query.group, { groups, q })
  const shown = groups.filter((group) => chosen === everyGroup || chosen === groupId(group))
  const sections = shown.flatMap((group) => {
    const rows = matches.filter(({ definition }) => definition.group === group)
    const drawn = rows.map((view) =>
      settingRow({
        view,
        actions,
        list: query,
        conflict: conflict?.name === view.definition.name ? conflict.text : undefined,
      }),
    )
    return rows.length > 0 ? [groupSection(group, drawn)] : []
  })
  return {
    title: 'Settings',
    back: { label: 'Dashboard', to: paths.adminDashboard() },
    blocks: [
      title('Settings'),
      text('help', 'A change reaches every open screen at once.', 'lead'),
      {
        kind: 'search',
        id: 'search',
        title: 'Find a setting',
        value: q,
        maxLength: longestQuery,
        ...(q ? { result: countInWords(matches.length) } : {}),
        do: { type: 'navigate', to: paths.adminSettings(), parameter: 'q' },
      },
      {
        kind: 'split',
        id: 'groups',
        title: 'Groups of settings',
        chosen,
        entries: entriesOf(matches, { groups, q, chosen }),
        blocks: sections.length > 0 ? sections : noMatch(q),
      },
    ],
  }
}

/** Returns the groups in the order of their first settings. */
function groupsOf(views: readonly SettingView[]): string[] {
  return [...new Set(views.map(({ definition }) => definition.group))]
}

/** A search looks everywhere, unless a group is chosen in it. */
function chosenGroup(group: string | undefined, { groups, q }: { groups: readonly string[]; q: string }): string {
  const ids = groups.map(groupId)
  return [everyGroup, ...ids].find((id) => id === group) ?? (q ? everyGroup : (ids[0] ?? everyGroup))
}

function entriesOf(
  matches: readonly SettingView[],
  { groups, q, chosen }: { groups: readonly string[]; q: string; chosen: string },
): BlockOf<'split'>['entries'] {
  const entry = (id: string, label: string, count: number) => ({
    id,
    label,
    count: { value: count, words: countInWords(count) },
    to: paths.adminSettings({ q, group: id }),
  })
  const ofGroups = groups.map((group) =>
    entry(groupId(group), group, matches.filter(({ definition }) => definition.group === group).length),
  )
  return [
    entry(everyGroup, 'All', matches.length),
    ...ofGroups.filter(({ id, count }) => count.value > 0 || id === chosen),
  ]
}

function countInWords(count: number): string {
  return count === 1 ? '1 setting' : `${count} settings`
}

function groupSection(group: string, rows: BlockList): BlockOf<'section'> {
  return { kind: 'section', id: `group-${groupId(group)}`, title: group, card: true, blocks: rows }
}

function noMatch(q: string): BlockList {
  const empty = {
    picture: 'search',
    text: q ? `No setting here matches “${q}”.` : 'There are no settings here.',
    next: { label: 'Show all settings', do: goTo(paths.adminSettings({ group: everyGroup })) },
  } as const
  return [{ kind: 'list', id: 'none', label: 'Settings', rows: [], empty }]
}
