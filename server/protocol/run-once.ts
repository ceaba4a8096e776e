import { setTimeout as wait } from 'node:timers/promises'
import type { Effect } from '../../schemas/effect.ts'
import { Failure } from './failure.ts'
import {
  claimKey,
  releaseKey,
  keepEffects,
  touchKey,
  type ActionKey,
  type Claim,
  type StoredEffects,
} from './idempotency-store.ts'
import type { EffectPlace, Portal } from './portal.ts'

/** What is run, and what makes it the same. */
export interface OneRun {
  id: ActionKey
  /** The action: a key is valid for one action with one input, and one file. */
  action: string
  input: unknown
  run: () => Promise<Effect[]>
  /**
   * Reads what is left of the file of an upload and returns a hash of all its bytes. Is called after the run, or instead
   * of it: the bytes belong to the input, but are known only when they have arrived.
   */
  hashFile?: () => Promise<string>
  /** Is called if the run was done before. */
  repeated: () => void
}

/** How often a run renews its sign of life; less than the time after which it counts as aborted. */
const signOfLifeEveryMs = 10_000

/**
 * Runs once per key; later calls return the stored effects. Throws the Failures `request.keyReused` and
 * `request.running`.
 */
export async function once(portal: Portal, { id, action, input, run, hashFile, repeated }: OneRun): Promise<Effect[]> {
  const { db, now } = portal
  const inputHash = portal.fingerprint(JSON.stringify(input ?? null))
  const claim = await claimPatiently(() => claimKey(db, { ...id, action, inputHash, at: now() }))
  const fileHash = async () => (hashFile ? portal.fingerprint(await hashFile()) : null)
  if (claim.state === 'foreign' || (claim.state === 'done' && claim.fileHash !== (await fileHash())))
    throw new Failure('request.keyReused', { status: 422 })
  if (claim.state === 'done') {
    repeated()
    return effectsIn(portal, id, claim.stored)
  }
  if (claim.state === 'running') throw new Failure('request.running', { status: 409 })
  // A file from a slow phone takes longer than an action; during the transfer the key must not be taken over.
  const life = setInterval(() => void touchKey(db, { ...id, at: now() }).catch(() => undefined), signOfLifeEveryMs)
  try {
    const effects = await run()
    const encrypted = portal.effectEncryption.encrypt(JSON.stringify(effects), placeOf(id))
    await keepEffects(db, { ...id, encrypted, fileHash: await fileHash() })
    return effects
  } catch (error) {
    await releaseKey(db, id)
    throw error
  } finally {
    clearInterval(life)
  }
}

function effectsIn({ effectEncryption }: Pick<Portal, 'effectEncryption'>, id: ActionKey, stored: StoredEffects) {
  if (Array.isArray(stored)) return stored
  return JSON.parse(effectEncryption.decrypt(stored.encrypted, placeOf(id))) as Effect[] // written by `once`
}

function placeOf({ owner, key }: ActionKey): EffectPlace {
  return ['idempotency_keys.effects', owner, key]
}

/** A second request with the same key waits for a while if the first one is still running. */
async function claimPatiently(claim: () => Promise<Claim>): Promise<Claim> {
  for (let tries = 0; tries < 40; tries++) {
    const claimed = await claim()
    if (claimed.state !== 'running') return claimed
    await wait(100)
  }
  return claim()
}
