import type { TObject } from 'typebox'
import { actionKinds } from '../../schemas/action.ts'
import { blockSchemas } from '../../schemas/blocks.ts'
import { contract } from '../../schemas/contract.ts'
import { effectKinds } from '../../schemas/effect.ts'
import { protocolVersion } from '../../schemas/screen.ts'
import { settingNames, type SettingName } from '../licensees/settings/registry.ts'
import type { ScreenDefinition } from './definitions.ts'
import type { Portal } from './portal.ts'
import { nameOf } from './schema-name.ts'
import { settingsRead, type Rule } from './trace.ts'

const schemaAt = (name: string) => `/ui/schemas/${name}`

/** The index of the contract for integrators (protocol.md, HTTP surface). */
export function catalog(portal: Portal) {
  return {
    protocol: protocolVersion,
    schemas: contract.map((schema) => schemaAt(nameOf(schema))),
    blocks: kindsOf(blockSchemas),
    actionKinds: kindsOf(actionKinds),
    effects: kindsOf(effectKinds),
    screens: portal.screens.map((definition) => ({
      route: definition.route,
      aliases: definition.aliases ?? [],
      about: definition.about,
      guard: definition.guard.name,
      query: Object.keys(definition.query?.properties ?? {}),
      offeredBy: definition.offered?.name ?? null,
      settings: settingsOf(definition),
      actions: definition.actions ?? [],
    })),
    regions: [...portal.regions.values()].map(({ name, about, guard, query }) => ({ name, about, guard: guard.name, query: Object.keys(query?.properties ?? {}) })),
    actions: [...portal.actions.values()].map(({ name, about, guard, input }) => ({ name, about, guard: guard.name, input: plain(input) })),
    settings: settingNames,
  }
}

function kindsOf(schemas: Record<string, TObject>) {
  return Object.entries(schemas).map(([kind, schema]) => ({ kind, schema: schemaAt(nameOf(schema)) }))
}

/** The settings that decide on a screen and on its blocks. */
export function settingsOf({ offered, rules = {} }: Pick<ScreenDefinition, 'offered' | 'rules'>): SettingName[] {
  const all: Rule[] = [...(offered ? [offered] : []), ...Object.values(rules)]
  const read = new Set(all.flatMap(settingsRead))
  return settingNames.filter((name) => read.has(name))
}

/** A schema as it is published, without the marks that TypeBox keeps for itself. */
export function plain(schema: TObject): Record<string, unknown> {
  return JSON.parse(JSON.stringify(schema)) as Record<string, unknown> // a schema is an object
}
