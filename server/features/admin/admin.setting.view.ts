import type { SettingDefinition } from '../../licensees/settings/definition.ts'
import { definitionOf, type SettingName } from '../../licensees/settings/registry.ts'
import type { SettingState } from '../../licensees/settings/settings-book.ts'
import type { Context } from '../../protocol/context.ts'
import type { Services } from '../../services.ts'

/** A screen with a rule that reads a setting. */
interface ShapedScreen {
  route: string
  title: string
}

/** What the admin's screens show of one setting. */
export interface SettingView {
  name: SettingName
  definition: SettingDefinition
  state: SettingState
  screens: readonly ShapedScreen[]
  /** The IANA zone of the practice. */
  zone: string
}

export type SettingServices = Pick<Services, 'settings' | 'index'>

export function viewSetting(
  context: Context,
  { name, settings, index }: SettingServices & { name: SettingName },
): SettingView {
  context.setting(name) // the screen depends on it
  return {
    name,
    definition: definitionOf(name),
    state: settings.state(context.licensee.id, name),
    screens: index.screensReading(name),
    zone: context.licensee.timeZone,
  }
}

/** Where a setting is changed. Some names have blanks. */
export function settingRoute(name: SettingName): string {
  return `/admin/settings/${encodeURIComponent(name)}`
}

/** The list, open at the group of a setting. */
export function settingsRoute({ group }: Pick<SettingDefinition, 'group'>): string {
  return `/admin/settings?group=${groupId(group)}`
}

export function groupId(group: SettingDefinition['group']): string {
  return group.toLowerCase().replaceAll(' ', '-')
}
