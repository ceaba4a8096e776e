import type { SettingValue } from '../licensees/settings/definition.ts'
import { definitionOf, settingNames, type SettingName, type SettingValues } from '../licensees/settings/registry.ts'
import type { Person } from './person.ts'

/** What a rule may read. */
export interface Reads {
  setting<N extends SettingName>(name: N): SettingValues[N]
  now(): Date
  person: Person | undefined
}

/** A business rule: a small named function; its name is what an explanation says. */
export type Rule = (reads: Reads) => boolean

export interface SettingRead {
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

/** The values to try of a setting when the screens are run over all that could be. */
export function valuesToTry(name: SettingName): SettingValue[] {
  const definition = definitionOf(name)
  switch (definition.type) {
    case 'boolean':
      return [true, false]
    case 'choice':
      return definition.options.map((option) => option.value)
    case 'list':
      return [definition.default, [], ...definition.options.map((option) => [option.value])]
    case 'number':
      return [definition.min, definition.max]
    case 'text':
      return ['', 'Some words']
    case 'colour':
      return ['#13607C', '#7A1F5C']
  }
}

/** Every setting that a rule can read, found by trying the values of those it is seen to read. */
export function settingsRead(rule: Rule): SettingName[] {
  const known = new Set<SettingName>()
  const tried = new Set<string>()
  const queue: Partial<SettingValues>[] = [{}]
  for (let values = queue.shift(); values && tried.size < 500; values = queue.shift()) {
    if (tried.has(JSON.stringify(values))) continue
    tried.add(JSON.stringify(values))
    for (const name of readsOf(rule, values)) {
      known.add(name)
      if (name in values) continue
      for (const value of valuesToTry(name)) queue.push({ ...values, [name]: value })
    }
  }
  return settingNames.filter((name) => known.has(name))
}

function readsOf(rule: Rule, values: Partial<SettingValues>): SettingName[] {
  const seen: SettingName[] = []
  rule({
    setting: <N extends SettingName>(name: N) => {
      seen.push(name)
      return (values[name] ?? definitionOf(name).default) as SettingValues[N] // valuesToTry gives values of that definition
    },
    now: () => new Date(0),
    person: undefined,
  })
  return seen
}
