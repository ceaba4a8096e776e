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

/** Watches for user activity in all tabs, and ends the session by the shell's idle policy. */
export class Idle {
  readonly #portal: Portal
  readonly #channel = 'BroadcastChannel' in window ? new BroadcastChannel('activity') : undefined
  readonly #timer = setInterval(() => this.#check(), 1000)
  #state: 'active' | 'warned' | 'ended' = 'active'
  /** When the user was last active, when the other tabs were last notified, and when the server was. */
  #last = Date.now()
  #notified = 0
  #touched = Date.now()

  constructor(portal: Portal) {
    this.#portal = portal
    for (const type of signs) addEventListener(type, this.#sign, { passive: true, capture: true })
    this.#channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
      if (data.kind === 'stay' || this.#state !== 'ended') this.#stay(data.at)
    })
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#channel?.close()
    for (const type of signs) removeEventListener(type, this.#sign, { capture: true })
  }

  readonly #sign = (): void => {
    if (this.#state !== 'active') return
    this.#last = Date.now()
    if (this.#last - this.#notified < 1000) return
    this.#notified = this.#last
    this.#broadcast('active')
  }

  #broadcast(kind: Message['kind']): void {
    this.#channel?.postMessage({ kind, at: this.#last } satisfies Message)
  }

  #stay(at: number): void {
    this.#last = Math.max(this.#last, at)
    this.#state = 'active'
    const policy = this.#portal.shell.get()?.idle
    if (policy) this.#close(policy.warning.id)
  }

  #check(): void {
    const policy = this.#portal.shell.get()?.idle
    if (!policy) return void (this.#state = 'active')
    if (this.#state === 'warned' && !this.#isOpen(policy.warning.id)) this.#choseToStay()
    const idleMs = Date.now() - this.#last
    if (this.#state === 'active') this.#touch(policy)
    if (this.#state === 'active' && idleMs >= policy.warnAfterMs) this.#warn(policy)
    if (this.#state === 'warned' && idleMs >= policy.endAfterMs) this.#end(policy)
    if (this.#state === 'ended' && idleMs >= policy.leaveAfterMs) this.#leave(policy)
  }

  #choseToStay(): void {
    this.#stay(Date.now())
    this.#broadcast('stay')
  }

  #warn(policy: Policy): void {
    this.#state = 'warned'
    this.#portal.dialogs.open(policy.warning)
  }

  #end(policy: Policy): void {
    this.#state = 'ended'
    this.#close(policy.warning.id)
    this.#portal.dialogs.open(policy.ended)
  }

  #leave(policy: Policy): void {
    // Leaving is not activity, so it must not extend the session.
    this.#touched = this.#last = Date.now()
    this.#state = 'active'
    // Removes the content before signing out, because the network may be down.
    this.#portal.purge()
    void runAction(this.#portal, policy.leave)
  }

  // Reading counts as activity, but only a request reports it to the server.
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
