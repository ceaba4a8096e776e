import { Secret, TOTP } from 'otpauth'
import type { RunningPortal, Visitor } from './portal.ts'

const stepMs = 30_000

/** An authenticator app whose clock is that of the portal. */
export interface AuthenticatorApp {
  secret: string
  /** The current code, or the code that many steps before or after. */
  code(stepsAway?: number): string
}

export function openApp({ portal }: Pick<RunningPortal, 'portal'>, secret: string): AuthenticatorApp {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  return {
    secret,
    code: (stepsAway = 0) => totp.generate({ timestamp: portal.now().getTime() + stepsAway * stepMs }),
  }
}

/** Moves the clock to the beginning of a later step, so that the code does not change during a test. */
export function nextStep({ clock, portal }: Pick<RunningPortal, 'clock' | 'portal'>, steps = 1): void {
  const now = portal.now().getTime()
  clock.aheadMs += stepMs * steps - (now % stepMs) + 2000
}

/** Moves the clock to where a proof no longer holds (identity/proven-action.ts); the session is used meanwhile. */
export async function outlastProof({ clock }: Pick<RunningPortal, 'clock'>, visitor: Visitor): Promise<void> {
  for (let minutes = 0; minutes < 12; minutes += 4) {
    clock.aheadMs += 4 * 60_000
    const { status } = await visitor.get('/ui/shell')
    if (status !== 200) throw new Error(`the session has ended: ${status}`)
  }
}

/** Sets up an app for a signed-in user. Returns it with the recovery codes. */
export async function enrol(
  running: RunningPortal,
  visitor: Visitor,
  { password, root = '/user/home/Settings' }: { password: string; root?: string },
): Promise<{ app: AuthenticatorApp; codes: string[] }> {
  nextStep(running)
  await visitor.act('account.beginSecondFactor', { Proof: password })
  const app = openApp(running, await shownSecret(visitor, root))
  const { status, body } = await visitor.act('account.enableSecondFactor', { code: app.code() })
  if (status !== 200) throw new Error(`no second factor: ${JSON.stringify(body)}`)
  const codes = await shownCodes(visitor, root)
  await visitor.act('account.keepRecoveryCodes', {})
  nextStep(running) // the code of this step is used up
  return { app, codes }
}

/** Returns the secret that the screen shows to type into the app; empty if it shows none. */
export async function shownSecret(visitor: Visitor, root = '/user/home/Settings'): Promise<string> {
  const { body } = await visitor.get(`/ui/screens${root}/authenticator`)
  return textIn(body.blocks, 'authenticator-secret').replaceAll(' ', '')
}

export async function shownCodes(visitor: Visitor, root = '/user/home/Settings'): Promise<string[]> {
  const { body } = await visitor.get(`/ui/screens${root}/recoverycodes`)
  return textIn(body.blocks, 'recovery-codes-list').split('\n').filter(Boolean)
}

interface Node {
  id?: string
  text?: string
  blocks?: Node[]
}

function textIn(blocks: unknown, id: string): string {
  const nodes = blocks as Node[] // the blocks of a screen
  const all = nodes.flatMap((node) => [node, ...(node.blocks ?? [])])
  return all.find((node) => node.id === id)?.text ?? ''
}
