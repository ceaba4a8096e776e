import type { Messages } from './definitions.ts'
import type { Db } from '../db/open.ts'
import type { Licensee } from '../licensees/licensee.ts'
import type { PublicAddress } from '../licensees/link-origin.ts'
import type { Setting } from '../licensees/settings/definition.ts'
import type { SettingsStore } from '../licensees/settings/settings-store.ts'
import type { Audit } from './audit.ts'
import type {
  ActionDefinition,
  Feature,
  FileDefinition,
  Named,
  RegionDefinition,
  ScreenDefinition,
  ShellMaker,
  UploadDefinition,
} from './definitions.ts'
import { errorCatalogue, protocolMessages, type ErrorCatalogue } from './error-catalogue.ts'
import type { Hints } from './hints.ts'
import type { Limiter } from './limiter.ts'
import { filesAtOnce, openTurns, type Turns } from './turns.ts'

/** Everything needed to serve the protocol; built once by `buildApp`. */
export interface Portal {
  db: Db
  licensees: readonly Licensee[]
  settings: SettingsStore
  /** Every setting: those of the features in their order, then those of the portal itself. */
  settingsByName: ReadonlyMap<string, Setting>
  hints: Hints
  limiter: Limiter
  /** Of the files that a person requests. */
  fileTurns: Turns
  audit: Audit
  /** Keyed, because input may contain a password, whose plain hash could be guessed. */
  fingerprint: (text: string) => string
  /** Encrypts the effects of actions, which are stored for a day. */
  effectEncryption: EffectEncryption
  now: () => Date
  catalogue: ErrorCatalogue
  features: readonly Feature[]
  screens: readonly ScreenDefinition[]
  regions: ReadonlyMap<string, RegionDefinition>
  actions: ReadonlyMap<string, ActionDefinition>
  uploads: ReadonlyMap<string, UploadDefinition>
  files: readonly FileDefinition[]
  shell: ShellMaker
  /** How long a screen waits for the regions that it includes; a client requests the others. */
  carryWithinMs: number
  /** Checks every response against the contract before it is sent. */
  checksAnswers: boolean
  integratorToken?: string
  /** For links; the port is known once the portal listens. */
  publicAddress: () => PublicAddress
  /** Converts the error of a gateway to an expected failure. */
  translate: (error: unknown) => unknown
}

export type EffectPlace = readonly ['idempotency_keys.effects', owner: string, key: string]

interface EffectEncryption {
  encrypt(text: string, place: EffectPlace): string
  decrypt(encrypted: string, place: EffectPlace): string
}

export interface PortalParts extends Omit<
  Portal,
  'catalogue' | 'settingsByName' | 'screens' | 'regions' | 'actions' | 'uploads' | 'files' | 'fileTurns'
> {
  /** Messages of errors that several features throw. */
  messages: readonly Messages[]
  /** The settings that belong to no feature. */
  coreSettings: readonly Setting[]
}

/**
 * Assembles the portal of its features. Throws for a screen, action or upload without a guard and for a name used
 * twice.
 */
export function assemblePortal(parts: PortalParts): Portal {
  const { features, messages, coreSettings, ...rest } = parts
  const screens = features.flatMap((feature) => feature.screens)
  const regions = features.flatMap((feature) => feature.regions)
  const actions = features.flatMap((feature) => feature.actions)
  const uploads = features.flatMap((feature) => feature.uploads)
  const files = features.flatMap((feature) => feature.files)
  for (const { route, guard } of screens) if (!guard) throw new Error(`the screen ${route} has no guard`)
  for (const { name, guard } of [...regions, ...actions, ...uploads, ...files])
    if (!guard) throw new Error(`${name} has no guard`)
  const actionsByName = byName(actions)
  const uploadsByName = byName(uploads)
  const refuseUnknown = (used: readonly Named[], where: string) => {
    for (const { name } of used)
      if (!actionsByName.has(name) && !uploadsByName.has(name))
        throw new Error(`${where} lists an action ${name} that no feature offers`)
  }
  for (const { route, actions: used = [] } of screens) refuseUnknown(used, `the screen ${route}`)
  for (const { name, actions: used = [] } of [...regions, ...actions, ...uploads]) refuseUnknown(used, name)
  return {
    ...rest,
    features,
    settingsByName: byName([...features.flatMap(({ settings }) => settings), ...coreSettings]),
    screens,
    regions: byName(regions),
    actions: actionsByName,
    uploads: uploadsByName,
    files,
    fileTurns: openTurns(filesAtOnce),
    catalogue: errorCatalogue([protocolMessages, ...messages, ...features.map((feature) => feature.messages)]),
  }
}

function byName<D extends { name: string }>(definitions: D[]): Map<string, D> {
  const definitionsByName = new Map<string, D>()
  for (const definition of definitions) {
    if (definitionsByName.has(definition.name)) throw new Error(`two definitions are called ${definition.name}`)
    definitionsByName.set(definition.name, definition)
  }
  return definitionsByName
}
