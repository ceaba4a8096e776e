import type { Screen } from '../../schemas/screen.ts'
import type { Setting, SettingValue } from '../licensees/settings/definition.ts'
import type { SettingSource } from '../licensees/settings/settings-store.ts'
import { drawScreen, type ViewInput } from './view-pipeline.ts'
import { noteAccess } from './audit.ts'
import { blocksWithin, idsWithin } from './blocks-within.ts'
import type { Context } from './context.ts'
import type { ScreenDefinition } from './definitions.ts'
import { Failure, InvalidInput } from './failure.ts'
import type { Portal } from './portal.ts'
import { isSameText } from './same-text.ts'
import { isStaff } from './principal.ts'
import type { Decision } from './trace.ts'

export interface Explanation {
  route: string
  guard: string
  /** False if the requester cannot open the screen: then its rules ran for a visitor without a session. */
  drawn: boolean
  /** Why it could not be drawn: `guard`, `switched off`, or a code of the error catalogue. */
  because?: string
  /** `*` is the whole screen. */
  blocks: ExplainedBlock[]
  /** Every setting that the screen read, in a rule or for its texts. */
  reads: ExplainedRead[]
}

interface ExplainedBlock {
  block: string
  kind?: string
  shown: boolean
  /** The name of the rule; `always` for a block without one. */
  rule: string
  reads: ExplainedRead[]
}

interface ExplainedRead {
  setting: string
  value: SettingValue
  default: SettingValue
  source: SettingSource
}

interface Request {
  definition: ScreenDefinition
  context: Context
  input: ViewInput
  bearer: string | undefined
}

/** Explains a screen to admins and integrators: names and settings only, nothing personal. */
export async function explain(portal: Portal, { definition, context, input, bearer }: Request): Promise<Explanation> {
  const event = `explain:${definition.route}`
  const byToken = isIntegrator(portal, bearer)
  if (!context.principal) context.trace.claimedIdentity = byToken ? 'integrator' : ''
  if (!byToken && !isStaff(context.principal)) {
    await noteAccess(portal, context, { event, outcome: 'access.denied' })
    throw new Failure('access.denied', { status: 403 })
  }
  await noteAccess(portal, context, { event, outcome: 'ok' })
  const { screen, because } = await draw(portal, { definition, context, input })
  const undecided = decideRest(context, { definition, screen })
  const readOf = (setting: Setting) => explainedRead(portal, { context, setting })
  const kinds = screen ? blocksWithin(screen) : new Map<string, string>()
  const decisions = [...context.trace.decisions, ...undecided]
  const decided = new Set(decisions.map(({ block }) => block))
  const plain = [...kinds]
    .filter(([id]) => !decided.has(id))
    .map(([block, kind]) => ({ block, kind, shown: true, rule: 'always', reads: [] }))
  return {
    route: definition.route,
    guard: definition.guard.name,
    drawn: screen !== undefined,
    ...(because ? { because } : {}),
    blocks: [
      ...decisions.map(({ block, shown, rule, settings }) => ({
        block,
        ...kindOf(kinds, block),
        shown,
        rule,
        reads: settings.map(({ setting }) => readOf(setting)),
      })),
      ...plain,
    ],
    reads: [...context.trace.settings.keys()].map(readOf),
  }
}

async function draw(
  portal: Portal,
  { definition, context, input }: Omit<Request, 'bearer'>,
): Promise<{ screen?: Screen; because?: string }> {
  if (!definition.guard.admits(context.principal)) return { because: 'guard' }
  try {
    return { screen: await drawScreen(portal, { definition, context, input }) }
  } catch (error) {
    if (error instanceof InvalidInput) return { because: 'input.invalid' }
    if (!(error instanceof Failure)) throw error
    return { because: error.code === 'route.off' ? 'switched off' : error.code }
  }
}

/**
 * Runs the rules that drawing did not reach, without a principal. Their blocks show only if they are present; what a
 * region of the screen draws is not known here, and shows if its rule says so.
 */
function decideRest(
  context: Context,
  { definition, screen }: { definition: ScreenDefinition; screen?: Screen },
): Decision[] {
  const { offered, rules = {} } = definition
  const decided = new Set(context.trace.decisions.map(({ block }) => block))
  const drawn = screen && idsWithin(screen)
  const hasRegions = screen !== undefined && [...blocksWithin(screen).values()].includes('region')
  const before = context.trace.decisions.length
  const reads = { ...context, principal: undefined }
  for (const [block, rule] of Object.entries({ ...(offered ? { '*': offered } : {}), ...rules })) {
    if (!decided.has(block)) context.trace.decide(block, { rule, reads })
  }
  const rest = context.trace.decisions.splice(before)
  if (!drawn) return rest
  return rest.map((decision) => ({
    ...decision,
    shown: drawn.has(decision.block) || (hasRegions && decision.shown),
  }))
}

function kindOf(kinds: ReadonlyMap<string, string>, block: string): { kind?: string } {
  const kind = kinds.get(block)
  return kind ? { kind } : {}
}

function explainedRead(portal: Portal, { context, setting }: { context: Context; setting: Setting }): ExplainedRead {
  const { value, source, default: standard } = portal.settings.state(context.licensee.id, setting)
  const secret = setting.type === 'text' && setting.secret
  return { setting: setting.name, value: secret ? '(kept secret)' : value, default: standard, source }
}

function isIntegrator({ integratorToken }: Portal, bearer: string | undefined): boolean {
  return integratorToken !== undefined && bearer !== undefined && isSameText(integratorToken, bearer)
}
