import { timingSafeEqual } from 'node:crypto'
import type { Block } from '../../schemas/blocks.ts'
import type { SettingValue } from '../licensees/settings/definition.ts'
import { definitionOf, type SettingName } from '../licensees/settings/registry.ts'
import { answerScreen, type Asked } from './answer.ts'
import type { Context } from './context.ts'
import type { ScreenDefinition } from './definitions.ts'
import { Failure } from './failure.ts'
import type { Portal } from './portal.ts'
import type { Decision } from './trace.ts'

export interface Explanation {
  route: string
  guard: string
  /** False where the asker may not open the screen: then only its rules ran, without a person. */
  drawn: boolean
  blocks: { block: string; kind?: string; shown: boolean; rule: string; reads: ExplainedRead[] }[]
  /** Every setting that the screen read. */
  reads: ExplainedRead[]
}

export interface ExplainedRead {
  setting: SettingName
  value: SettingValue
  default: SettingValue
}

interface Request {
  definition: ScreenDefinition
  context: Context
  asked: Asked
  bearer: string | undefined
}

/** Why a screen looks as it does, for admins and integrators; names and settings only, nothing personal. */
export async function explain(portal: Portal, { definition, context, asked, bearer }: Request): Promise<Explanation> {
  const integrator = portal.integratorToken !== undefined && bearer !== undefined && sameText(portal.integratorToken, bearer)
  if (!integrator && context.person?.kind !== 'admin') throw new Failure('access.denied', { status: 403 })
  const drawn = definition.guard.admits(context.person)
  const kinds = drawn ? await drawnKinds(portal, { definition, context, asked }) : runRules(context, definition)
  const decided = new Set(context.trace.decisions.map(({ block }) => block))
  const plain = [...kinds].filter(([id]) => !decided.has(id)).map(([block, kind]) => ({ block, kind, shown: true, rule: 'always', reads: [] }))
  return {
    route: definition.route,
    guard: definition.guard.name,
    drawn,
    blocks: [...context.trace.decisions.map((decision) => explained(decision, kinds)), ...plain],
    reads: [...context.trace.settings].map(([setting, value]) => readOf(setting, value)),
  }
}

async function drawnKinds(portal: Portal, request: Omit<Request, 'bearer'>): Promise<Map<string, string>> {
  const { blocks } = await answerScreen(portal, request)
  return new Map(blocks.flatMap(kindsWithin))
}

function kindsWithin(block: Block): [string, string][] {
  const inner: unknown[] = Object.values(block).flatMap((value) => (Array.isArray(value) ? (value as unknown[]) : []))
  return [[block.id, block.kind], ...inner.flatMap((value) => (isBlock(value) ? kindsWithin(value) : nestedIn(value)))]
}

function nestedIn(value: unknown): [string, string][] {
  const blocks = (value as { blocks?: unknown } | null)?.blocks
  return Array.isArray(blocks) ? blocks.filter(isBlock).flatMap(kindsWithin) : []
}

function isBlock(value: unknown): value is Block {
  return typeof value === 'object' && value !== null && 'kind' in value && 'id' in value
}

function runRules(context: Context, { offered, rules = {} }: ScreenDefinition): Map<string, string> {
  if (offered) context.show('*', offered)
  for (const [block, rule] of Object.entries(rules)) context.show(block, rule)
  return new Map()
}

function explained({ block, shown, rule, settings }: Decision, kinds: Map<string, string>) {
  const kind = kinds.get(block)
  return { block, ...(kind ? { kind } : {}), shown, rule, reads: settings.map(({ setting, value }) => readOf(setting, value)) }
}

function readOf(setting: SettingName, value: SettingValue): ExplainedRead {
  const definition = definitionOf(setting)
  const secret = definition.type === 'text' && definition.secret
  return { setting, value: secret ? '(kept secret)' : value, default: definition.default }
}

function sameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
