import type { Shell } from '../../schemas/shell.ts'
import { applyEffects } from '../actions/apply-effects.ts'
import { act } from '../actions/act.ts'
import { readEffects } from '../actions/effects.ts'
import { presence } from '../base/presence.ts'
import { runAction } from '../actions/run-action.ts'
import { nameOf } from '../model/dialogs.ts'
import type { Portal } from '../model/portal.ts'

type Policy = NonNullable<Shell['idle']>
interface Message {
  kind: 'active' | 'stay' | 'ended'
  at: number
}
/** A session that is over. */
interface Ended {
  policy: Policy
  /** What the server answered when it was ended there; undefined if it did not answer. */
  answer: Promise<unknown>
}

const signs = ['mousemove', 'mousedown', 'wheel', 'keydown', 'scroll', 'touchstart', presence] as const

const checkEveryMs = 1000

/** Watches for user activity in all tabs, and ends the session by the shell's idle policy. */
export class Idle {
  readonly #portal: Portal
  readonly #channel = 'BroadcastChannel' in window ? new BroadcastChannel('activity') : undefined
  readonly #timer = setInterval(() => this.#check(), checkEveryMs)
  #isWarned = false
  #ended: Ended | undefined
  /** When the user was last active, when the other tabs were last notified, and when the server was. */
  #last = Date.now()
  #notified = 0
  #touched = Date.now()

  constructor(portal: Portal) {
    this.#portal = portal
    for (const type of signs) addEventListener(type, this.#sign, { passive: true, capture: true })
    document.addEventListener('visibilitychange', this.#check)
    this.#channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => this.#hear(data))
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#channel?.close()
    for (const type of signs) removeEventListener(type, this.#sign, { capture: true })
    document.removeEventListener('visibilitychange', this.#check)
  }

  readonly #sign = (): void => {
    // Timers stand still while a device sleeps: this may be the first thing that runs after it.
    if (Date.now() - this.#last > checkEveryMs) this.#check()
    if (this.#isWarned || this.#ended) return
    this.#last = Date.now()
    if (this.#last - this.#notified < 1000) return
    this.#notified = this.#last
    this.#broadcast('active')
  }

  #broadcast(kind: Message['kind']): void {
    this.#channel?.postMessage({ kind, at: this.#last } satisfies Message)
  }

  #hear({ kind, at }: Message): void {
    if (this.#ended) return
    if (kind !== 'ended') return this.#stay(at)
    const policy = this.#portal.shell.get()?.idle
    if (policy) this.#end(policy)
  }

  #stay(at: number): void {
    this.#last = Math.max(this.#last, at)
    this.#isWarned = false
    const policy = this.#portal.shell.get()?.idle
    if (policy) this.#close(policy.warning.id)
  }

  // Timers of a hidden tab are late, so it also checks when the tab is shown again.
  readonly #check = (): void => {
    if (this.#ended) return this.#checkEnded(this.#ended)
    const policy = this.#portal.shell.get()?.idle
    if (!policy || this.#portal.ended.get()) return void (this.#isWarned = false)
    if (this.#isWarned && !this.#isOpen(policy.warning.id)) this.#choseToStay()
    const idleMs = Date.now() - this.#last
    if (idleMs >= policy.endAfterMs) {
      this.#broadcast('ended')
      return this.#end(policy)
    }
    if (!this.#isWarned) this.#touch(policy)
    if (!this.#isWarned && idleMs >= policy.warnAfterMs) this.#warn(policy)
  }

  #checkEnded(ended: Ended): void {
    if (!this.#portal.ended.get()) return this.#begin()
    if (Date.now() - this.#last >= ended.policy.leaveAfterMs) void this.#leave(ended)
  }

  /** Counts from now, for the session of the user who signs in next. */
  #begin(): void {
    this.#ended = undefined
    // Leaving is not activity, so it must not extend the session.
    this.#touched = this.#last = Date.now()
  }

  #choseToStay(): void {
    this.#stay(Date.now())
    this.#broadcast('stay')
  }

  #warn(policy: Policy): void {
    this.#isWarned = true
    this.#portal.dialogs.open(policy.warning)
  }

  /** The content goes at once, and for good: only a new session shows it again. */
  #end(policy: Policy): void {
    const { source, ownKeys } = this.#portal
    const { leave } = policy
    const answer =
      leave.type === 'call'
        ? source
            .post(`/ui/actions/${leave.action}`, leave.input ?? {}, { key: ownKeys.newKey() })
            .catch(() => undefined)
        : Promise.resolve()
    this.#isWarned = false
    this.#ended = { policy, answer }
    this.#portal.end()
    this.#portal.dialogs.open(policy.ended)
  }

  async #leave({ policy, answer }: Ended): Promise<void> {
    this.#begin()
    this.#portal.purge()
    // The session was ended already; by now there may be a new one of another tab, which must not be ended too.
    const effects = readEffects(await answer)
    if (effects) await applyEffects(this.#portal, effects, act).catch((failure) => this.#portal.fail(failure))
    else await runAction(this.#portal, policy.leave)
  }

  // Reading counts as activity, but only a request reports it to the server.
  #touch({ endAfterMs, stay }: Policy): void {
    if (stay.type !== 'call' || this.#last <= this.#touched || Date.now() - this.#touched < endAfterMs / 5) return
    this.#touched = Date.now()
    const { source, ownKeys } = this.#portal
    source.post(`/ui/actions/${stay.action}`, stay.input ?? {}, { key: ownKeys.newKey() }).catch(() => undefined)
  }

  #isOpen(id: string): boolean {
    return this.#portal.dialogs.stack.get().some((each) => nameOf(each) === id)
  }

  #close(id: string): void {
    const open = this.#portal.dialogs.stack.get().find((each) => nameOf(each) === id)
    if (open) this.#portal.dialogs.close(open.key)
  }
}
