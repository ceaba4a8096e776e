import { createHash } from 'node:crypto'
import Type from 'typebox'
import { clientWords, type Shell } from '../../schemas/shell.ts'
import { protocolVersion, type RegionContent, type Screen } from '../../schemas/screen.ts'
import { admit } from './admit.ts'
import type { Context } from './context.ts'
import { checkContract } from './contract-check.ts'
import type { RegionDefinition, ScreenBody, ScreenDefinition } from './definitions.ts'
import { readQuery } from './input-check.ts'
import type { Portal } from './portal.ts'

const noQuery = Type.Object({}, { additionalProperties: false })

export interface Asked {
  query: unknown
  params: Record<string, string>
}

/** Loads a screen for this visitor. Throws a Failure or InvalidInput. */
export async function answerScreen(
  portal: Portal,
  { definition, context, asked }: { definition: ScreenDefinition; context: Context; asked: Asked },
): Promise<Screen> {
  admit(context, definition)
  const query = readQuery(definition.query ?? noQuery, asked.query)
  const body = await definition.load(context, { query, params: asked.params })
  const screen = completeScreen(body, { route: definition.route, topics: [...context.trace.topics] })
  if (portal.checksAnswers) checkContract('Screen', screen)
  return screen
}

export function completeScreen(body: ScreenBody, { route, topics }: { route: string; topics: string[] }): Screen {
  return {
    protocol: protocolVersion,
    route,
    locale: 'en-US',
    chrome: 'full',
    dialogs: {},
    ...body,
    topics: topics.toSorted(),
  }
}

export async function answerRegion(
  portal: Portal,
  { definition, context, query }: { definition: RegionDefinition; context: Context; query: unknown },
): Promise<RegionContent> {
  admit(context, definition)
  const blocks = await definition.load(context, readQuery(definition.query ?? noQuery, query))
  const region: RegionContent = { id: definition.name, topics: [...context.trace.topics].toSorted(), blocks }
  if (portal.checksAnswers) checkContract('RegionContent', region)
  return region
}

export function answerShell(portal: Portal, context: Context): Shell {
  const shell: Shell = {
    protocol: protocolVersion,
    ...portal.shell(context),
    words: { ...clientWords },
    topics: [...context.trace.topics].toSorted(),
  }
  if (portal.checksAnswers) checkContract('Shell', shell)
  return shell
}

/** A strong ETag over the content as it is sent. */
export function etagOf(content: string): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`
}
