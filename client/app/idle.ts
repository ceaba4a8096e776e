import type { Shell } from '../../schemas/shell.ts'
import { runAction } from '../actions/run-action.ts'
import { nameOf } from './dialogs.ts'
import type { Portal } from './portal.ts'

type Policy = NonNullable<Shell['idle']>
type Stage = 'active' | 'warned' | 'ended'
type Message = { kind: 'active' | 'stay'; at: number }

const signs = ['mousemove', 'mousedown', 'wheel', 'keydown', 'scroll', 'touchstart'] as const

/** Watches whether anybody is there, in all tabs together, and ends the session as the shell's policy says. */
export function watchIdle(portal: Portal, now: () => number = Date.now): { stop(): void } {
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel('activity') : undefined
  let last = now()
  let told = 0
  let touched = now()
  let stage: Stage = 'active'

  function sign(): void {
    if (stage !== 'active') return
    last = now()
    if (last - told < 1000) return
    told = last
    channel?.postMessage({ kind: 'active', at: last } satisfies Message)
  }

  function stay(at: number): void {
    last = Math.max(last, at)
    stage = 'active'
    const policy = portal.shell.get()?.idle
    if (policy) closeNamed(portal, policy.warning.id)
  }

  function check(): void {
    const policy = portal.shell.get()?.idle
    if (!policy) return void (stage = 'active')
    if (stage === 'warned' && !isOpen(portal, policy.warning.id)) choseToStay()
    const idle = now() - last
    if (stage === 'active') touch(policy)
    if (stage === 'active' && idle >= policy.warnAfterMs) warn(policy)
    if (stage === 'warned' && idle >= policy.endAfterMs) end(policy)
    if (stage === 'ended' && idle >= policy.leaveAfterMs) leave(policy)
  }

  function choseToStay(): void {
    stay(now())
    channel?.postMessage({ kind: 'stay', at: last } satisfies Message)
  }

  function warn(policy: Policy): void {
    stage = 'warned'
    portal.dialogs.open(policy.warning)
  }

  function end(policy: Policy): void {
    stage = 'ended'
    closeNamed(portal, policy.warning.id)
    portal.dialogs.open(policy.ended)
  }

  function leave(policy: Policy): void {
    // Leaving is no sign of anybody, so it must not prolong anything.
    touched = last = now()
    stage = 'active'
    // First out of sight, then signed out: the network may be gone.
    portal.purge()
    void runAction(portal, policy.leave)
  }

  // Reading is activity too, but only a request tells the server of it.
  function touch({ endAfterMs, stay: action }: Policy): void {
    if (action.type !== 'call' || last <= touched || now() - touched < endAfterMs / 5) return
    touched = now()
    portal.source.post(`/ui/actions/${action.action}`, action.input ?? {}, portal.causes.newKey()).catch(() => undefined)
  }

  const timer = setInterval(check, 1000)
  for (const type of signs) addEventListener(type, sign, { passive: true, capture: true })
  channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'stay') stay(data.at)
    else if (stage !== 'ended') stay(data.at)
  })
  return {
    stop() {
      clearInterval(timer)
      channel?.close()
      for (const type of signs) removeEventListener(type, sign, { capture: true })
    },
  }
}

function isOpen(portal: Portal, id: string): boolean {
  return portal.dialogs.stack.get().some((each) => nameOf(each) === id)
}

function closeNamed(portal: Portal, id: string): void {
  const open = portal.dialogs.stack.get().find((each) => nameOf(each) === id)
  if (open) portal.dialogs.close(open.key)
}
