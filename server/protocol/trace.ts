import type { SettingValue } from '../licensees/settings/definition.ts'
import type { SettingName, SettingValues } from '../licensees/settings/registry.ts'
import type { Principal } from './principal.ts'

/** What a rule may read. */
export interface Reads {
  setting<N extends SettingName>(name: N): SettingValues[N]
  now(): Date
  principal: Principal | undefined
}

/** A business rule: a small named function; its name is what an explanation says. */
export type Rule = (reads: Reads) => boolean

interface SettingRead {
  setting: SettingName
  value: SettingValue
}

export interface Decision {
  /** The block that shows or does not; the whole screen for `*`. */
  block: string
  shown: boolean
  rule: string
  settings: SettingRead[]
}

/** Notes what one request reads: for invalidation, explanation and the settings matrix (protocol.md). */
export class Trace {
  readonly topics = new Set<string>()
  readonly settings = new Map<SettingName, SettingValue>()
  readonly decisions: Decision[] = []
  readClock = false
  /** Its audit row was kept with what it changed. */
  noted = false
  /** The code of what kept an act from being done, where a person is answered with effects all the same. */
  outcome?: string
  /** Who signed in by this request. */
  signedIn?: Principal
  /** As whom somebody tried to act who has not proven it. */
  claimedIdentity?: string
  /** Where something was sent, and what became of it. */
  transmitted?: { to: string; status: string }
  private current: Map<SettingName, SettingValue> | undefined

  noteSetting(name: SettingName, value: SettingValue): void {
    this.settings.set(name, value)
    this.current?.set(name, value)
  }

  /** Runs a rule and keeps which settings it read. */
  decide(block: string, { rule, reads }: { rule: Rule; reads: Reads }): boolean {
    const outer = this.current
    this.current = new Map()
    const shown = rule(reads)
    const settings = [...this.current].map(([setting, value]) => ({ setting, value }))
    this.current = outer
    this.decisions.push({ block, shown, rule: rule.name, settings })
    return shown
  }
}
