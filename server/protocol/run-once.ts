import { setTimeout as wait } from 'node:timers/promises'
import type { Effect } from '../../schemas/effect.ts'
import { Failure } from './failure.ts'
import { claimKey, giveBackKey, keepEffects, touchKey, type ActionKey, type Claim } from './idempotency-store.ts'
import type { Portal } from './portal.ts'

interface OneRun {
  id: ActionKey
  /** What is done: a key is for one act with one input. */
  action: string
  input: unknown
  run: () => Promise<Effect[]>
  /** Hears that it was done before. */
  repeated: () => void
}

/** How often a run says that it goes on; less than the time after which it counts as cut off. */
const signOfLifeEveryMs = 10_000

/** Runs once for each key and answers the kept effects from then on. Throws the Failures `request.keyReused` and `request.running`. */
export async function once(portal: Portal, { id, action, input, run, repeated }: OneRun): Promise<Effect[]> {
  const { db, now } = portal
  const inputHash = portal.fingerprint(JSON.stringify(input ?? null))
  const claim = await claimPatiently(() => claimKey(db, { ...id, action, inputHash, at: now() }))
  if (claim.state === 'done') {
    repeated()
    return claim.effects
  }
  if (claim.state === 'foreign') throw new Failure('request.keyReused', { status: 422 })
  if (claim.state === 'running') throw new Failure('request.running', { status: 409 })
  // A file from a slow phone takes longer than an action; while it comes, nobody may take the key over.
  const life = setInterval(() => void touchKey(db, { ...id, at: now() }).catch(() => undefined), signOfLifeEveryMs)
  try {
    const effects = await run()
    await keepEffects(db, { ...id, effects })
    return effects
  } catch (error) {
    await giveBackKey(db, id)
    throw error
  } finally {
    clearInterval(life)
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
