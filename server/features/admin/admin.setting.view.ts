import type { Setting } from '../../licensees/settings/definition.ts'
import { groundsOf, type Ground } from '../../licensees/settings/theme-colours.ts'
import type { SettingState } from '../../licensees/settings/settings-store.ts'
import { adminNames } from '../../identity/account.store.ts'
import { settingNotes } from '../../practice/extension-points.ts'
import { paths } from '../../practice/paths.ts'
import type { Context } from '../../protocol/context.ts'
import { owners } from '../../protocol/guard.ts'
import { signedIn, type Principal } from '../../protocol/principal.ts'
import type { Services } from '../../services.ts'

/** A screen that has a rule which reads the setting. */
interface ShapedScreen {
  route: string
  title: string
}

/** The data of one setting for the admin's screens. */
export interface SettingView {
  definition: Setting
  state: SettingState
  screens: readonly ShapedScreen[]
  /** The last change. */
  change?: SettingChangeView
  /** Whether the reader may change it. */
  mayChange: boolean
  /** Other features check it against the record server. */
  isChecked: boolean
  /** The IANA zone of the practice. */
  zone: string
  /** Of a color: on what it stands as text. */
  grounds?: readonly Ground[]
}

interface SettingChangeView {
  who: string
  at: Date
  isOwn: boolean
  /** Made within the working day. */
  isRecent: boolean
}

export type SettingServices = Pick<Services, 'settings' | 'index' | 'db' | 'uses'>

/** The names of the practice's admins, by login. */
export type Names = ReadonlyMap<string, string>

export function namesOf(context: Context, { db }: Pick<Services, 'db'>): Promise<Names> {
  return adminNames(db, { licenseeId: context.licensee.id })
}

export function viewSetting(
  context: Context,
  { setting, names, settings, index, uses }: SettingServices & { setting: Setting; names: Names },
): SettingView {
  context.setting(setting) // makes the screen depend on it
  const state = settings.state(context.licensee.id, setting)
  return {
    definition: setting,
    state,
    screens: index.screensReading(setting),
    ...changeIn(context, { state, names }),
    mayChange: mayChange(context.principal, setting),
    isChecked: uses(settingNotes).some((note) => note.setting === setting),
    zone: context.licensee.timeZone,
    grounds: groundsOf(setting, String(state.value), context),
  }
}

/** Some settings only owners change; the guard of the page admits the others of the staff. */
export function mayChange(principal: Principal | undefined, { sensitive }: Setting): boolean {
  return sensitive !== 'owners' || owners.admits(principal)
}

const recentMs = 12 * 3_600_000

function changeIn(
  context: Context,
  { state: { changedBy, changedAt }, names }: { state: SettingState; names: Names },
): Pick<SettingView, 'change'> {
  if (!changedBy || !changedAt) return {}
  return {
    change: {
      who: names.get(changedBy) ?? changedBy,
      at: changedAt,
      isOwn: changedBy === signedIn(context).login,
      isRecent: context.now().getTime() - changedAt.getTime() < recentMs,
    },
  }
}

/** Returns the warnings of other features about a setting. A failed check is reported as such. */
export async function settingWarnings(
  context: Context,
  { setting, uses }: Pick<Services, 'uses'> & { setting: Setting },
): Promise<string[]> {
  const notes = uses(settingNotes).filter((note) => note.setting === setting)
  const texts = await Promise.all(notes.map((note) => note.text(context).catch(() => uncheckedText)))
  return texts.filter((text) => text !== undefined)
}

const uncheckedText = 'Your record system does not respond, so we could not check this setting.'

/** Returns the address of a setting's details. */
export function settingRoute({ name }: Pick<Setting, 'name'>): string {
  return paths.adminSetting({ name })
}

/** Returns the address of the list, opened at the group of a setting. */
export function settingsRoute({ group }: Pick<Setting, 'group'>): string {
  return paths.adminSettings({ group: groupId(group) })
}

export function groupId(group: string): string {
  return group.toLowerCase().replaceAll(' ', '-')
}
