import type { Shell } from '../../schemas/shell.ts'
import { presence } from '../base/presence.ts'
import { runAction } from '../actions/run-action.ts'
import { nameOf } from '../model/dialogs.ts'
import type { Portal } from '../model/portal.ts'

type Policy = NonNullable<Shell['idle']>
interface Message {
  kind: 'active' | 'stay'
  at: number
}

const signs = ['mousemove', 'mousedown', 'wheel', 'keydown', 'scroll', 'touchstart', presence] as const

/** Watches whether anybody is there, in all tabs together, and ends the session as the shell's policy says. */
export class Idle {
  readonly #portal: Portal
  readonly #channel = 'BroadcastChannel' in window ? new BroadcastChannel('activity') : undefined
  readonly #timer = setInterval(() => this.#check(), 1000)
  #stage: 'active' | 'warned' | 'ended' = 'active'
  /** When somebody last was there, when the other tabs were last told, and when the server was. */
  #last = Date.now()
  #told = 0
  #touched = Date.now()

  constructor(portal: Portal) {
    this.#portal = portal
    for (const type of signs) addEventListener(type, this.#sign, { passive: true, capture: true })
    this.#channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
      if (data.kind === 'stay' || this.#stage !== 'ended') this.#stay(data.at)
    })
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#channel?.close()
    for (const type of signs) removeEventListener(type, this.#sign, { capture: true })
  }

  readonly #sign = (): void => {
    if (this.#stage !== 'active') return
    this.#last = Date.now()
    if (this.#last - this.#told < 1000) return
    this.#told = this.#last
    this.#tell('active')
  }

  #tell(kind: Message['kind']): void {
    this.#channel?.postMessage({ kind, at: this.#last } satisfies Message)
  }

  #stay(at: number): void {
    this.#last = Math.max(this.#last, at)
    this.#stage = 'active'
    const policy = this.#portal.shell.get()?.idle
    if (policy) this.#close(policy.warning.id)
  }

  #check(): void {
    const policy = this.#portal.shell.get()?.idle
    if (!policy) return void (this.#stage = 'active')
    if (this.#stage === 'warned' && !this.#isOpen(policy.warning.id)) this.#choseToStay()
    const idleMs = Date.now() - this.#last
    if (this.#stage === 'active') this.#touch(policy)
    if (this.#stage === 'active' && idleMs >= policy.warnAfterMs) this.#warn(policy)
    if (this.#stage === 'warned' && idleMs >= policy.endAfterMs) this.#end(policy)
    if (this.#stage === 'ended' && idleMs >= policy.leaveAfterMs) this.#leave(policy)
  }

  #choseToStay(): void {
    this.#stay(Date.now())
    this.#tell('stay')
  }

  #warn(policy: Policy): void {
    this.#stage = 'warned'
    this.#portal.dialogs.open(policy.warning)
  }

  #end(policy: Policy): void {
    this.#stage = 'ended'
    this.#close(policy.warning.id)
    this.#portal.dialogs.open(policy.ended)
  }

  #leave(policy: Policy): void {
    // Leaving is no sign of anybody, so it must not prolong anything.
    this.#touched = this.#last = Date.now()
    this.#stage = 'active'
    // First out of sight, then signed out: the network may be gone.
    this.#portal.purge()
    void runAction(this.#portal, policy.leave)
  }

  // Reading is activity too, but only a request tells the server of it.
  #touch({ endAfterMs, stay }: Policy): void {
    if (stay.type !== 'call' || this.#last <= this.#touched || Date.now() - this.#touched < endAfterMs / 5) return
    this.#touched = Date.now()
    const { source, ownKeys } = this.#portal
    source.post(`/ui/actions/${stay.action}`, stay.input ?? {}, ownKeys.newKey()).catch(() => undefined)
  }

  #isOpen(id: string): boolean {
    return this.#portal.dialogs.stack.get().some((each) => nameOf(each) === id)
  }

  #close(id: string): void {
    const open = this.#portal.dialogs.stack.get().find((each) => nameOf(each) === id)
    if (open) this.#portal.dialogs.close(open.key)
  }
}
