import type { TObject } from 'typebox'
import { actionKinds } from '../../schemas/action.ts'
import { blockSchemas } from '../../schemas/blocks.ts'
import { contract } from '../../schemas/contract.ts'
import { effectKinds } from '../../schemas/effect.ts'
import { protocolVersion } from '../../schemas/screen.ts'
import type { Setting } from '../licensees/settings/definition.ts'
import type { ActionDefinition, RegionDefinition, ScreenDefinition, UploadDefinition } from './definitions.ts'
import type { Portal } from './portal.ts'
import { nameOf } from './schema-name.ts'
import { settingsRead } from './settings-read.ts'

const schemaAt = (name: string) => `/ui/schemas/${name}`

/** The index of the contract for integrators (protocol.md, HTTP surface); the same for every practice and visitor. */
export function catalog(portal: Portal) {
  const parts = <D>(pick: (feature: Portal['features'][number]) => readonly D[]) =>
    portal.features.flatMap((feature) => pick(feature).map((definition) => ({ feature: feature.name, definition })))
  return {
    protocol: protocolVersion,
    schemas: contract.map((schema) => schemaAt(nameOf(schema))),
    blocks: kindsOf(blockSchemas),
    actionKinds: kindsOf(actionKinds),
    effects: kindsOf(effectKinds),
    screens: parts((feature) => feature.screens).map(({ feature, definition }) => ({
      feature,
      ...screenOf(definition),
    })),
    regions: parts((feature) => feature.regions).map(({ feature, definition }) => ({
      feature,
      ...regionOf(definition),
    })),
    actions: parts((feature) => feature.actions).map(({ feature, definition }) => ({
      feature,
      ...actionOf(definition),
    })),
    uploads: parts((feature) => feature.uploads).map(({ feature, definition }) => ({
      feature,
      ...uploadOf(definition),
    })),
    settings: [...portal.settingsByName.keys()],
    extensionPoints: extensionPointsOf(portal.features),
    live,
  }
}

/** What features lend each other: each point that is extended, the features that extend it, and those that use it. */
function extensionPointsOf(features: Portal['features']) {
  const points = new Set(features.flatMap((feature) => feature.extends.map(({ point }) => point)))
  return [...points].map((point) => ({
    name: point.name,
    from: features.filter((feature) => feature.extends.some((each) => each.point === point)).map(({ name }) => name),
    usedBy: point.usedBy,
  }))
}

/** The connection by which open pages hear of changes (protocol.md, Live). */
const live = {
  address: '/ui/live',
  transport: 'socket.io 4, by WebSocket or long polling, with the cookies of the page and from its origin only',
  events: [
    {
      event: 'watch',
      from: 'client',
      about: 'What to hear of from now on. What has changed since it was drawn is hinted at once.',
      arguments: [schemaAt('Watch'), schemaAt('Drawn')],
    },
    { event: 'hint', from: 'server', about: 'Something that is watched has changed.', arguments: [schemaAt('Hint')] },
    {
      event: 'ended',
      from: 'server',
      about: 'The session has ended; the connection is closed after it.',
      arguments: [schemaAt('Ended')],
    },
  ],
}

function screenOf(definition: ScreenDefinition) {
  const { route, aliases = [], about, query, rules = {}, actions = [] } = definition
  return {
    route,
    aliases,
    about,
    ...accessTo(definition),
    query: Object.keys(query?.properties ?? {}),
    /** The rules that decide on its blocks, each with every setting that it can read. */
    rules: Object.entries(rules).map(([block, rule]) => ({
      block,
      rule: rule.name,
      settings: namesOf(settingsRead(rule)),
    })),
    settings: namesOf(settingsOf(definition)),
    actions: actions.map(({ name }) => name),
  }
}

function regionOf(definition: RegionDefinition) {
  const { name, about, query, actions = [] } = definition
  return {
    name,
    about,
    actions: actions.map((each) => each.name),
    ...accessTo(definition),
    query: Object.keys(query?.properties ?? {}),
    settings: namesOf(settingsOf(definition)),
  }
}

function actionOf(definition: ActionDefinition | UploadDefinition) {
  const { name, about, input, actions = [] } = definition
  return {
    name,
    about,
    actions: actions.map((each) => each.name),
    ...accessTo(definition),
    settings: namesOf(settingsOf(definition)),
    input: plain(input),
  }
}

function uploadOf(definition: UploadDefinition) {
  return { ...actionOf(definition), limits: definition.limits }
}

function accessTo({ guard, offered }: Pick<ScreenDefinition, 'guard' | 'offered'>) {
  return { guard: guard.name, offeredBy: offered?.name ?? null }
}

function kindsOf(schemas: Record<string, TObject>) {
  return Object.entries(schemas).map(([kind, schema]) => ({ kind, schema: schemaAt(nameOf(schema)) }))
}

/** Returns the settings that decide on a screen and its blocks. */
export function settingsOf({ offered, rules = {} }: Pick<ScreenDefinition, 'offered' | 'rules'>): Setting[] {
  const all = [...(offered ? [offered] : []), ...Object.values(rules)]
  return [...new Set(all.flatMap(settingsRead))]
}

function namesOf(settings: readonly Setting[]): string[] {
  return settings.map(({ name }) => name)
}

/** Returns the screens that depend on the setting by a rule for the screen or one of its blocks. */
export function screensReading(
  { screens }: Pick<Portal, 'screens'>,
  setting: Setting,
): { route: string; title: string }[] {
  return screens
    .filter((definition) => settingsOf(definition).includes(setting))
    .map(({ route, about }) => ({ route, title: about }))
}

/** Returns the texts of audit events: opened screens, and actions. Regions are parts of screens and have none. */
export function activityWords({
  screens,
  actions,
  uploads,
  files,
}: Pick<Portal, 'screens' | 'actions' | 'uploads' | 'files'>): ReadonlyMap<string, string> {
  return new Map([
    ...screens.map(({ route, about }) => [`screen:${route}`, `Viewed: ${about}`] as const),
    ...[...actions.values()].map(({ name, about }) => [`action:${name}`, about] as const),
    ...[...uploads.values()].map(({ name, about }) => [`upload:${name}`, about] as const),
    ...files.map(({ name, about }) => [`file:${name}`, about] as const),
  ])
}

/** Returns a schema in its published form, without TypeBox's internal marks. */
export function plain(schema: TObject): Record<string, unknown> {
  return JSON.parse(JSON.stringify(schema)) as Record<string, unknown> // a schema is an object
}
