import type { Setting, SettingValue, ValueOf } from '../licensees/settings/definition.ts'
import type { Principal } from './principal.ts'

/** What a rule may read. */
export interface Reads {
  setting<S extends Setting>(setting: S): ValueOf<S>
  now(): Date
  principal: Principal | undefined
}

/** A business rule: a small named function; explanations show its name. */
export type Rule = (reads: Reads) => boolean

interface SettingRead {
  setting: Setting
  value: SettingValue
}

export interface Decision {
  /** The block that the rule shows or hides; `*` for the whole screen. */
  block: string
  shown: boolean
  rule: string
  settings: SettingRead[]
}

/** Records what one request reads: for invalidation, explanation and the settings matrix (protocol.md). */
export class Trace {
  readonly topics = new Set<string>()
  readonly settings = new Map<Setting, SettingValue>()
  readonly decisions: Decision[] = []
  readClock = false
  /** When the content changes by the passing of time. */
  changesAt?: Date
  /** The running action or upload, for the audit log. */
  event?: string
  /** The audit row was stored together with the change. */
  noted = false
  /** Topics of screens that read the audit log, published once the row of the action is there. */
  readonly publishedOnceNoted = new Set<string>()
  /** The code of the reason why an action was not done, if the response has effects all the same. */
  outcome?: string
  /** The person who signed in by this request. */
  signedIn?: Principal
  /** The identity that a person claimed without proving it. */
  claimedIdentity?: string
  /** The patient whose record a member of the staff opened or changed, for the audit log. */
  patientId?: string
  /** The patients whom a list showed, by number, for the audit log. */
  listed?: readonly string[]
  /** Why a member of the staff did it, for the audit log. */
  reason?: string
  /** The document that was opened, by the parts of its address that name it, for the audit log. */
  document?: Readonly<Record<string, string>>
  /** The recipient of a message that was sent, and its status. */
  transmitted?: { to: string; status: string }
  private current: Map<Setting, SettingValue> | undefined

  noteSetting(setting: Setting, value: SettingValue): void {
    this.settings.set(setting, value)
    this.current?.set(setting, value)
  }

  /** Runs a rule and records which settings it read. */
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
