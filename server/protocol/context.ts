import type { Licensee } from '../licensees/licensee.ts'
import type { SettingsBook } from '../licensees/settings/settings-book.ts'
import type { SettingName, SettingValues } from '../licensees/settings/registry.ts'
import type { Principal } from './principal.ts'
import { type Reads, type Rule, Trace } from './trace.ts'
import { noClient, type ClientInfo } from './client-info.ts'

/** One request, as a screen, region, shell or action sees it. What it reads is noted in the trace. */
export interface Context extends Reads {
  licensee: Licensee
  requestId: string
  client: ClientInfo
  trace: Trace
  /** Whether a block shows, decided by a named rule. */
  show(block: string, rule: Rule): boolean
  /** The answer depends on something besides settings: a live hint with this topic makes clients ask again. */
  dependsOn(topic: string): void
}

export interface ContextParts {
  licensee: Licensee
  book: SettingsBook
  principal: Principal | undefined
  requestId: string
  client?: ClientInfo
  now: () => Date
}

export function openContext({ licensee, book, principal, requestId, client = noClient, now }: ContextParts): Context {
  const trace = new Trace()
  const context: Context = {
    licensee,
    principal,
    requestId,
    client,
    trace,
    setting: <N extends SettingName>(name: N): SettingValues[N] => {
      const value = book.value(licensee.id, name)
      trace.noteSetting(name, value)
      trace.topics.add(settingTopic(licensee.id, name))
      return value
    },
    now: () => {
      trace.readClock = true
      return now()
    },
    show: (block, rule) => trace.decide(block, { rule, reads: context }),
    dependsOn: (topic) => void trace.topics.add(topic),
  }
  return context
}

export function settingTopic(licenseeId: string, name: SettingName): string {
  return `licensee:${licenseeId}/settings/${name.replaceAll(' ', '_')}`
}
