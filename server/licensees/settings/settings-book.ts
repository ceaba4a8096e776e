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
  default: SettingValue
  /** What holds where nothing is changed in the portal: the practice's own value, or the default. */
  inherited: { value: SettingValue; source: Exclude<SettingSource, 'portal'> }
  /** 0 for a setting never changed here. */
  version: number
  changedBy?: string
  changedAt?: Date
}

/** Writes something else in the transaction of a change. */
type AlongWith = (tx: Db) => Promise<void>

/** The values of every practice, in memory; the database holds what was changed in the portal. */
export interface SettingsBook {
  value<N extends SettingName>(licenseeId: string, name: N): SettingValues[N]
  state(licenseeId: string, name: SettingName): SettingState
  /** False when somebody else changed it since `seenVersion`; the book then knows their value. */
  change(change: SettingChange, alongWith?: AlongWith): Promise<boolean>
  /** Reads what another process may have written. */
  reload(licenseeId: string): Promise<void>
  /** Asks the practice's record server for its own values; answers the names whose effective value changed. */
  refreshFromPractice(
    licenseeId: string,
    ask: (name: SettingName) => Promise<string | undefined>,
  ): Promise<SettingName[]>
}

interface Page {
  /** The name that the deployment gives the practice. */
  practiceName: string
  stored: Map<string, StoredSetting>
  practice: Map<SettingName, SettingValue>
}

export async function openSettingsBook(
  db: Db,
  practices: readonly { id: string; name: string }[],
): Promise<SettingsBook> {
  const pages = new Map<string, Page>(
    practices.map(({ id, name }) => [id, { practiceName: name, stored: new Map(), practice: new Map() }]),
  )
  const pageOf = (id: string): Page => {
    const page = pages.get(id)
    if (!page) throw new Error(`no settings for ${id}`)
    return page
  }
  const reload = async (licenseeId: string) => note(pageOf(licenseeId), await readSettings(db, { licenseeId }))
  await Promise.all(practices.map(({ id }) => reload(id)))
  const state = (licenseeId: string, name: SettingName) => stateOf(pageOf(licenseeId), name)
  return {
    state,
    value: <N extends SettingName>(id: string, name: N) => state(id, name).value as SettingValues[N], // fits() checked it against that definition
    reload,
    change: async (change, alongWith) => {
      const done = await writeOnce(db, { change, alongWith })
      await reload(change.licenseeId)
      return done
    },
    refreshFromPractice: async (licenseeId, ask) => {
      const page = pageOf(licenseeId)
      const found = await askAll(ask)
      const before = settingNames.map((name) => JSON.stringify(stateOf(page, name).value))
      page.practice = found
      return settingNames.filter((name, index) => JSON.stringify(stateOf(page, name).value) !== before[index])
    },
  }
}

function writeOnce(db: Db, { change, alongWith }: { change: SettingChange; alongWith?: AlongWith }): Promise<boolean> {
  return db.transaction(async (tx) => {
    const done = await writeSetting(tx, change)
    if (done) await alongWith?.(tx)
    return done
  })
}

/** Rows are never removed and their versions only grow: of two readings that overtake each other the newer row stays. */
function note(page: Page, rows: readonly StoredSetting[]): void {
  for (const row of rows) {
    if ((page.stored.get(row.name)?.version ?? 0) <= row.version) page.stored.set(row.name, row)
  }
}

function stateOf(page: Page, name: SettingName): SettingState {
  const stored = page.stored.get(name)
  const definition = definitionOf(name)
  const inherited = inheritedIn(page, name)
  const trail = stored
    ? { version: stored.version, changedBy: stored.changedBy, changedAt: stored.changedAt }
    : { version: 0 }
  const rest = { default: defaultIn(page, name), inherited, ...trail }
  if (stored && stored.value !== null && fits(definition, stored.value))
    return { value: stored.value, source: 'portal', ...rest }
  return { ...inherited, ...rest }
}

function inheritedIn(page: Page, name: SettingName): SettingState['inherited'] {
  const practice = page.practice.get(name)
  return practice === undefined
    ? { value: defaultIn(page, name), source: 'default' }
    : { value: practice, source: 'practice' }
}

/** A practice always has a name: every heading says it. */
function defaultIn(page: Page, name: SettingName): SettingValue {
  return name === 'LicenseeName' ? page.practiceName : definitionOf(name).default
}

async function askAll(
  ask: (name: SettingName) => Promise<string | undefined>,
): Promise<Map<SettingName, SettingValue>> {
  const names = settingNames.filter((name) => definitionOf(name).fromPractice)
  const texts = await Promise.all(names.map((name) => ask(name)))
  const found = new Map<SettingName, SettingValue>()
  names.forEach((name, index) => {
    const text = texts[index]
    const value = text === undefined ? undefined : parseSetting(definitionOf(name), text)
    if (value !== undefined) found.set(name, value)
  })
  return found
}
