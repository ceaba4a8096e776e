import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Effect } from '../../schemas/effect.ts'
import { admit } from './admit.ts'
import { checkContract } from './contract-check.ts'
import type { ActionContext, ActionDefinition } from './definitions.ts'
import { Failure } from './failure.ts'
import { claimKey, giveBackKey, keepEffects, type Claim } from './idempotency-store.ts'
import { checkInput, withoutHidden } from './input-check.ts'
import { noteAccess, outcomeOf } from './audit.ts'
import type { Limit } from './limiter.ts'
import type { Portal } from './portal.ts'

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
  const note = (outcome: string) => noteAccess(portal, context, { event: `action:${definition.name}`, outcome })
  try {
    const effects = await runAdmitted(portal, request)
    await note('ok')
    return effects
  } catch (error) {
    await note(outcomeOf(portal, error))
    throw error
  }
}

async function runAdmitted(portal: Portal, request: ActionRequest): Promise<Effect[]> {
  const { definition, context, key, owner } = request
  admit(context, definition)
  if (!key || !/^[\w-]{8,64}$/.test(key)) throw new Failure('request.key', { status: 400 })
  const input = withoutHidden(request.input, definition.visible ?? {})
  await limitAddress(portal, request)
  checkInput(definition.input, { value: input, codes: definition.codes })
  await limitIdentity(portal, { ...request, input })
  const run = () => runChecked(portal, { ...request, input })
  if (definition.repeatable) return run()
  return once(portal, { id: { owner, key }, action: definition.name, input, run })
}

async function runChecked(portal: Portal, { definition, context, input }: ActionRequest): Promise<Effect[]> {
  const effects = await definition.run(context, input as never) // checked against definition.input just above
  if (portal.checksAnswers) checkContract('Effects', { effects })
  return effects
}

interface OneRun {
  id: { owner: string; key: string }
  action: string
  input: unknown
  run: () => Promise<Effect[]>
}

async function once(portal: Portal, { id, action, input, run }: OneRun): Promise<Effect[]> {
  const inputHash = createHash('sha256')
    .update(JSON.stringify(input ?? null))
    .digest('base64url')
  const claim = await claimPatiently(() => claimKey(portal.db, { ...id, action, inputHash, at: portal.now() }))
  if (claim.state === 'done') return claim.effects
  if (claim.state === 'foreign') throw new Failure('request.keyReused', { status: 422 })
  if (claim.state === 'running') throw new Failure('request.running', { status: 409 })
  try {
    const effects = await run()
    await keepEffects(portal.db, { ...id, effects })
    return effects
  } catch (error) {
    await giveBackKey(portal.db, id)
    throw error
  }
}

/** A second request with the same key, sent while the first one runs, waits for its answer for a while. */
async function claimPatiently(claim: () => Promise<Claim>): Promise<Claim> {
  for (let tries = 0; tries < 40; tries++) {
    const found = await claim()
    if (found.state !== 'running') return found
    await wait(100)
  }
  return claim()
}

async function limitAddress(portal: Portal, { definition, context }: ActionRequest): Promise<void> {
  const { perAddress = 300 } = definition.limit ?? {}
  await take(portal, `${nameIn(context, definition)}:address:${context.visit.address}`, { tries: perAddress })
}

/**
 * Only input that was checked says who is meant; whatever else stands in it, the tries of one identity count together:
 * those of one address, and those of all that do not know the identity. So tries from elsewhere are slowed and
 * its owner still gets in, from another address or from a browser in which it was proven before.
 */
async function limitIdentity(portal: Portal, { definition, context, input }: ActionRequest): Promise<void> {
  const { identity, perIdentity = 10, perIdentityAnywhere = perIdentity * 3 } = definition.limit ?? {}
  if (!identity) return
  const who = identity(input as never) // checked against definition.input just before
  const key = `${nameIn(context, definition)}:who:${hashed(who)}`
  const { address, knows } = context.visit
  const isKnown = knows(who)
  await take(portal, `${key}:${isKnown ? 'known' : 'from'}:${address}`, { tries: perIdentity })
  if (!isKnown) await take(portal, key, { tries: perIdentityAnywhere })
}

export async function take({ limiter }: Pick<Portal, 'limiter'>, key: string, limit: Limit): Promise<void> {
  const seconds = await limiter.take(key, limit)
  if (seconds > 0)
    throw new Failure('request.tooMany', { status: 429, params: { seconds }, retryAfterSeconds: seconds })
}

function nameIn({ licensee }: ActionContext, { name }: ActionDefinition): string {
  return `${licensee.id}:${name}`
}

function hashed(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
