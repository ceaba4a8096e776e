import type { Licensee } from '../licensees/licensee.ts'
import type { PublicAddress } from '../licensees/link-origin.ts'
import type { SettingsStore } from '../licensees/settings/settings-store.ts'
import type { Setting, ValueOf } from '../licensees/settings/definition.ts'
import { guestTopic, type Principal } from './principal.ts'
import { type Reads, type Rule, Trace } from './trace.ts'
import { noClient, type ClientInfo } from './client-info.ts'

/** One request, as seen by a screen, region, shell or action. The trace records every read. */
export interface Context extends Reads {
  licensee: Licensee
  requestId: string
  client: ClientInfo
  /** For links; see licensees/link-origin.ts. */
  publicAddress: PublicAddress
  trace: Trace
  /** Decides by a named rule whether a block shows. */
  show(block: string, rule: Rule): boolean
  /** Declares a dependency other than settings: a live hint with this topic makes clients reload. */
  dependsOn(topic: string): void
  /** Declares when a region changes by the passing of time; of several moments the next one counts. */
  changesAt(moment: Date): void
}

export interface ContextParts {
  licensee: Licensee
  settings: SettingsStore
  principal: Principal | undefined
  requestId: string
  client?: ClientInfo
  /** Default: the usual port of https. */
  publicAddress?: PublicAddress
  now: () => Date
}

export function openContext({
  licensee,
  settings,
  principal,
  requestId,
  client = noClient,
  publicAddress = { tls: true },
  now,
}: ContextParts): Context {
  const trace = new Trace()
  const context: Context = {
    licensee,
    principal,
    requestId,
    client,
    publicAddress,
    trace,
    setting: <S extends Setting>(setting: S): ValueOf<S> => {
      const value = settings.value(licensee.id, setting)
      trace.noteSetting(setting, value)
      trace.topics.add(settingTopic(licensee.id, setting))
      return value
    },
    now: () => {
      trace.readClock = true
      return now()
    },
    show: (block, rule) => trace.decide(block, { rule, reads: context }),
    dependsOn: (topic) => void trace.topics.add((principal?.kind === 'guest' ? guestTopic(topic) : undefined) ?? topic),
    changesAt: (moment) => {
      if (moment > context.now() && !(trace.changesAt && trace.changesAt <= moment)) trace.changesAt = moment
    },
  }
  return context
}

export function settingTopic(licenseeId: string, { name }: Setting): string {
  return `licensee:${licenseeId}/settings/${name.replaceAll(' ', '_')}`
}
