import { practiceSettings } from './practice.settings.ts'
import type { Db } from '../../db/open.ts'
import type { Licensee } from '../licensee.ts'
import type { Setting, SettingValue, ValueOf } from './definition.ts'
import { fits, isAmong, parseSetting } from './parse.ts'
import {
  encryptSecrets,
  readSettings,
  writeSetting,
  type SettingChange,
  type StoredSetting,
} from './setting-values.store.ts'

/** The origin of a value: changed in the portal, kept by the practice's record server, or the default. */
export type SettingSource = 'portal' | 'practice' | 'default'

export interface SettingState {
  value: SettingValue
  source: SettingSource
  default: SettingValue
  /** The value without a change in the portal: the practice's own, or the default. */
  inherited: { value: SettingValue; source: Exclude<SettingSource, 'portal'> }
  /** What the last change replaced, for undoing it; null: what is inherited. Missing if it cannot be undone. */
  previous?: SettingValue | null
  /** 0 for a setting never changed here. */
  version: number
  changedBy?: string
  changedAt?: Date
}

/** Writes other rows in the transaction of a change. */
type AlongWith = (tx: Db) => Promise<void>

/** The settings of every practice, in memory; the database holds the values changed in the portal. */
export interface SettingsStore {
  value<S extends Setting>(licenseeId: string, setting: S): ValueOf<S>
  state(licenseeId: string, setting: Setting): SettingState
  /** False if someone else changed it since `seenVersion`; the store then has their value. */
  change(change: SettingChange, alongWith?: AlongWith): Promise<boolean>
  /** Reads values that another process may have written. */
  reload(licenseeId: string): Promise<void>
  /** Reads the practice's own values from its record server; returns the settings whose effective value changed. */
  refreshFromPractice(licenseeId: string, requested: RequestedSettings): Promise<Setting[]>
}

interface RequestedSettings {
  settings: readonly Setting[]
  /** Returns what the record server keeps under the name of a setting. */
  ask: (name: string) => Promise<string | undefined>
}

type Practice = Pick<Licensee, 'id' | 'name' | 'hosts'>

interface KnownSettings {
  practice: Practice
  stored: Map<string, StoredSetting>
  /** The practice's own values. */
  own: Map<Setting, SettingValue>
}

/** Encrypts secret settings where they are stored. */
export interface SecretEncryption {
  encrypt(text: string, place: SecretPlace): string
  decrypt(encrypted: string, place: SecretPlace): string
}

type SecretPlace = readonly ['setting_values.value', licenseeId: string, name: string]

const placeOf = (licenseeId: string, name: string): SecretPlace => ['setting_values.value', licenseeId, name]

/** Throws if a secret of a practice cannot be decrypted. */
export async function openSettingsStore(
  db: Db,
  practices: readonly Practice[],
  encryption: SecretEncryption,
): Promise<SettingsStore> {
  const all = new Map<string, KnownSettings>(
    practices.map((practice) => [practice.id, { practice, stored: new Map(), own: new Map() }]),
  )
  const knownOf = (id: string): KnownSettings => {
    const known = all.get(id)
    if (!known) throw new Error(`no settings for ${id}`)
    return known
  }
  const readable = (licenseeId: string, { encrypted, ...row }: StoredSetting): StoredSetting =>
    encrypted === undefined ? row : { ...row, value: encryption.decrypt(encrypted, placeOf(licenseeId, row.name)) }
  const reload = async (licenseeId: string) => {
    const rows = await readSettings(db, { licenseeId })
    mergeRows(
      knownOf(licenseeId),
      rows.map((row) => readable(licenseeId, row)),
    )
  }
  await Promise.all(practices.map(({ id }) => reload(id)))
  const state = (licenseeId: string, setting: Setting) => stateOf(knownOf(licenseeId), setting)
  return {
    state,
    value: <S extends Setting>(id: string, setting: S) => state(id, setting).value as ValueOf<S>, // fits() checked it against that definition
    reload,
    change: async (change, alongWith) => {
      const done = await writeOnce(db, { change: { ...change, ...secretIn(encryption, change) }, alongWith })
      await reload(change.licenseeId)
      return done
    },
    refreshFromPractice: async (licenseeId, { settings, ask }) => {
      const known = knownOf(licenseeId)
      const values = await readPracticeValues({ settings, ask })
      const before = settings.map((setting) => JSON.stringify(stateOf(known, setting).value))
      known.own = values
      return settings.filter((setting, index) => JSON.stringify(stateOf(known, setting).value) !== before[index])
    },
  }
}

function secretIn(
  encryption: SecretEncryption,
  { licenseeId, setting, value }: SettingChange,
): Pick<SettingChange, 'encrypted'> {
  if (!isSecret(setting)) return {}
  return { encrypted: typeof value === 'string' ? encryption.encrypt(value, placeOf(licenseeId, setting.name)) : null }
}

const isSecret = (setting: Setting) => setting.type === 'text' && setting.secret === true

/** Encrypts what earlier versions have stored of secret settings. */
export async function encryptStoredSecrets(
  db: Db,
  settings: Iterable<Setting>,
  encryption: SecretEncryption,
): Promise<void> {
  await encryptSecrets(db, {
    names: [...settings].filter(isSecret).map(({ name }) => name),
    encrypted: ({ licenseeId, name }, value) => encryption.encrypt(value, placeOf(licenseeId, name)),
  })
}

function writeOnce(db: Db, { change, alongWith }: { change: SettingChange; alongWith?: AlongWith }): Promise<boolean> {
  return db.transaction(async (tx) => {
    const done = await writeSetting(tx, change)
    if (done) await alongWith?.(tx)
    return done
  })
}

/** Rows are never removed and their versions only grow: if two reads overlap, the newer row is kept. */
function mergeRows(known: KnownSettings, rows: readonly StoredSetting[]): void {
  for (const row of rows) {
    if ((known.stored.get(row.name)?.version ?? 0) <= row.version) known.stored.set(row.name, row)
  }
}

function stateOf(known: KnownSettings, setting: Setting): SettingState {
  const stored = known.stored.get(setting.name)
  const inherited = inheritedIn(known, setting)
  const trail = stored ? { ...trailOf(stored), ...undoableIn(known, { setting, stored }) } : { version: 0 }
  const rest = { default: defaultIn(known, setting), inherited, ...trail }
  if (stored && stored.value !== null && fits(setting, stored.value) && isAmong(setting, stored.value, known.practice))
    return { value: stored.value, source: 'portal', ...rest }
  return { ...inherited, ...rest }
}

function trailOf({ version, changedBy, changedAt }: StoredSetting): Omit<StoredSetting, 'name' | 'value' | 'previous'> {
  return { version, changedBy, changedAt }
}

/** A replaced value that is no longer valid cannot be set again. */
function undoableIn(
  { practice }: KnownSettings,
  { setting, stored: { previous } }: { setting: Setting; stored: StoredSetting },
): Pick<SettingState, 'previous'> {
  const isValid = previous === null || (fits(setting, previous) && isAmong(setting, previous, practice))
  return previous !== undefined && isValid ? { previous } : {}
}

function inheritedIn(known: KnownSettings, setting: Setting): SettingState['inherited'] {
  const own = known.own.get(setting)
  return own === undefined || !isAmong(setting, own, known.practice)
    ? { value: defaultIn(known, setting), source: 'default' }
    : { value: own, source: 'practice' }
}

/** A practice always has a name, because every heading shows it. */
function defaultIn(known: KnownSettings, setting: Setting): SettingValue {
  return setting.name === practiceSettings.LicenseeName.name ? known.practice.name : setting.default
}

async function readPracticeValues({ settings, ask }: RequestedSettings): Promise<Map<Setting, SettingValue>> {
  const kept = settings.filter(({ fromPractice }) => fromPractice)
  const texts = await Promise.all(kept.map(({ name }) => ask(name)))
  const values = new Map<Setting, SettingValue>()
  kept.forEach((setting, index) => {
    const text = texts[index]
    const value = text === undefined ? undefined : parseSetting(setting, text)
    if (value !== undefined) values.set(setting, value)
  })
  return values
}
