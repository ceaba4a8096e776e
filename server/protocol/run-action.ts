import { createHash } from 'node:crypto'
import type { Effect } from '../../schemas/effect.ts'
import { admit } from './admit.ts'
import { checkContract } from './contract-check.ts'
import type { ActionContext, ActionDefinition } from './definitions.ts'
import { Failure } from './failure.ts'
import { checkInput, withoutHidden } from './input-check.ts'
import { noteAccess, outcomeOf } from './audit.ts'
import type { Limit } from './limiter.ts'
import type { Portal } from './portal.ts'
import { once } from './run-once.ts'

export interface ActionRequest {
  definition: ActionDefinition
  context: ActionContext
  input: unknown
  /** The Idempotency-Key header. */
  key: string | undefined
  /** Whose key it is. */
  owner: string
}

/** Runs an action once for each key and answers its effects; either way it is noted. Throws a Failure or InvalidInput. */
export async function runAction(portal: Portal, request: ActionRequest): Promise<Effect[]> {
  const { definition, context } = request
  return noted(portal, { context, event: `action:${definition.name}`, run: () => runAdmitted(portal, request) })
}

/** Notes an act with its outcome, whatever that is. */
export async function noted(portal: Portal, { context, event, run }: Act): Promise<Effect[]> {
  const note = (outcome: string) => noteAccess(portal, context, { event, outcome })
  try {
    const effects = await run()
    await note(context.trace.outcome ?? 'ok')
    return effects
  } catch (error) {
    await note(outcomeOf(portal, error))
    throw error
  }
}

/** The first time is noted with what came of it. */
export function noteRepeat({ trace }: ActionContext): void {
  trace.outcome = 'repeated'
}

interface Act {
  context: ActionContext
  event: string
  run: () => Promise<Effect[]>
}

async function runAdmitted(portal: Portal, request: ActionRequest): Promise<Effect[]> {
  const { definition, context, owner } = request
  admit(context, definition)
  const key = keyIn(request)
  const input = withoutHidden(request.input, definition.visible ?? {})
  await limitAddress(portal, request)
  checkInput(definition.input, { value: input, codes: definition.codes })
  await limitIdentity(portal, { ...request, input })
  const run = () => runChecked(portal, { ...request, input })
  if (definition.repeatable) return run()
  return once(portal, { id: { owner, key }, action: definition.name, input, run, repeated: () => noteRepeat(context) })
}

/** The key of an act; throws the Failure `request.key` where there is none. */
export function keyIn({ key }: Pick<ActionRequest, 'key'>): string {
  if (!key || !/^[\w-]{8,64}$/.test(key)) throw new Failure('request.key', { status: 400 })
  return key
}

async function runChecked(portal: Portal, { definition, context, input }: ActionRequest): Promise<Effect[]> {
  const effects = await definition.run(context, input as never) // checked against definition.input just above
  if (portal.checksAnswers) checkContract('Effects', { effects })
  return effects
}

/** An act that counts tries: an action or an upload. */
interface Limited {
  definition: Pick<ActionDefinition, 'name' | 'limit'>
  context: ActionContext
  input: unknown
}

/** Counts a try of this address; throws the Failure `request.tooMany` over the limit. */
export async function limitAddress(portal: Portal, { definition, context }: Omit<Limited, 'input'>): Promise<void> {
  const { perAddress = 300 } = definition.limit ?? {}
  await take(portal, `${nameIn(context, definition)}:address:${context.visit.network}`, { tries: perAddress })
}

/**
 * Only input that was checked says who is meant; whatever else stands in it, the tries of one identity count together:
 * those of one address, those of all browsers that do not know the identity, and those of all that do. So tries from
 * elsewhere are slowed and its owner still gets in, from another address or from a browser in which it was proven before.
 */
export async function limitIdentity(portal: Portal, { definition, context, input }: Limited): Promise<void> {
  const {
    identity,
    perIdentity = 10,
    perIdentityAnywhere = perIdentity * 3,
    identitySeconds: seconds,
  } = definition.limit ?? {}
  if (!identity) return
  const who = identity(input as never) // checked against definition.input just before
  const key = `${nameIn(context, definition)}:who:${hashed(who)}`
  const { network, knows } = context.visit
  const of = `${key}:${knows(who) ? 'known' : 'strange'}`
  await take(portal, `${of}:${network}`, { tries: perIdentity, seconds })
  await take(portal, of, { tries: perIdentityAnywhere, seconds })
}

export async function take({ limiter }: Pick<Portal, 'limiter'>, key: string, limit: Limit): Promise<void> {
  const seconds = await limiter.take(key, limit)
  if (seconds > 0)
    throw new Failure('request.tooMany', { status: 429, params: { seconds }, retryAfterSeconds: seconds })
}

function nameIn({ licensee }: ActionContext, { name }: Pick<ActionDefinition, 'name'>): string {
  return `${licensee.id}:${name}`
}

function hashed(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
