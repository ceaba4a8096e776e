import type { Db } from '../../db/open.ts'
import type { SettingValue } from './definition.ts'
import { fits, parseSetting } from './parse.ts'
import { definitionOf, settingNames, type SettingName, type SettingValues } from './registry.ts'
import { readSettings, writeSetting, type SettingChange, type StoredSetting } from './settings-store.ts'

/** Where a value comes from: changed in the portal, kept by the practice's record server, or the default. */
export type SettingSource = 'portal' | 'practice' | 'default'

export interface SettingState {
  value: SettingValue
  source: SettingSource
  /** 0 for a setting never changed here. */
  version: number
  changedBy?: string
  changedAt?: Date
}

/** The values of every practice, in memory; the database holds what was changed in the portal. */
export interface SettingsBook {
  value<N extends SettingName>(licenseeId: string, name: N): SettingValues[N]
  state(licenseeId: string, name: SettingName): SettingState
  /** False when somebody else changed it since `seenVersion`; the book then knows their value. */
  change(change: SettingChange): Promise<boolean>
  /** Reads what another process may have written. */
  reload(licenseeId: string): Promise<void>
  /** Asks the practice's record server for its own values; answers the names whose effective value changed. */
  refreshFromPractice(licenseeId: string, ask: (name: SettingName) => Promise<string | undefined>): Promise<SettingName[]>
}

interface Page {
  stored: Map<string, StoredSetting>
  practice: Map<SettingName, SettingValue>
}

export async function openSettingsBook(db: Db, licenseeIds: readonly string[]): Promise<SettingsBook> {
  const pages = new Map<string, Page>(licenseeIds.map((id) => [id, { stored: new Map(), practice: new Map() }]))
  const pageOf = (id: string): Page => {
    const page = pages.get(id)
    if (!page) throw new Error(`no settings for ${id}`)
    return page
  }
  const reload = async (licenseeId: string) => {
    const rows = await readSettings(db, { licenseeId })
    pageOf(licenseeId).stored = new Map(rows.map((row) => [row.name, row]))
  }
  await Promise.all(licenseeIds.map(reload))
  const state = (licenseeId: string, name: SettingName) => stateOf(pageOf(licenseeId), name)
  return {
    state,
    value: <N extends SettingName>(id: string, name: N) => state(id, name).value as SettingValues[N], // fits() checked it against that definition
    reload,
    change: async (change) => {
      const done = await writeSetting(db, change)
      await reload(change.licenseeId)
      return done
    },
    refreshFromPractice: async (licenseeId, ask) => {
      const page = pageOf(licenseeId)
      const before = settingNames.map((name) => JSON.stringify(stateOf(page, name).value))
      page.practice = await askAll(ask)
      return settingNames.filter((name, index) => JSON.stringify(stateOf(page, name).value) !== before[index])
    },
  }
}

function stateOf(page: Page, name: SettingName): SettingState {
  const stored = page.stored.get(name)
  const definition = definitionOf(name)
  const trail = stored ? { version: stored.version, changedBy: stored.changedBy, changedAt: stored.changedAt } : { version: 0 }
  if (stored && stored.value !== null && fits(definition, stored.value)) return { value: stored.value, source: 'portal', ...trail }
  const practice = page.practice.get(name)
  if (practice !== undefined) return { value: practice, source: 'practice', ...trail }
  return { value: definition.default, source: 'default', ...trail }
}

async function askAll(ask: (name: SettingName) => Promise<string | undefined>): Promise<Map<SettingName, SettingValue>> {
  const names = settingNames.filter((name) => definitionOf(name).fromPractice)
  const texts = await Promise.all(names.map(ask))
  const found = new Map<SettingName, SettingValue>()
  names.forEach((name, index) => {
    const text = texts[index]
    const value = text === undefined ? undefined : parseSetting(definitionOf(name), text)
    if (value !== undefined) found.set(name, value)
  })
  return found
}
