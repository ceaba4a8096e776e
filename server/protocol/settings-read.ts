import type { SettingValue } from '../licensees/settings/definition.ts'
import { definitionOf, settingNames, type SettingName, type SettingValues } from '../licensees/settings/registry.ts'
import type { Principal } from './principal.ts'
import type { Rule } from './trace.ts'

/** Returns the values of a setting to try when screens are run over all combinations. */
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

/** A rule that reads more settings than can be tried in this many combinations is too complex. */
const mostTries = 2000

const known = new WeakMap<Rule, readonly SettingName[]>()

/** Returns every setting that a rule can read, found by trying the values of those it has read so far. */
export function settingsRead(rule: Rule): readonly SettingName[] {
  const settings = known.get(rule) ?? probe(rule)
  known.set(rule, settings)
  return settings
}

function probe(rule: Rule): readonly SettingName[] {
  const settings = new Set<SettingName>()
  const tried = new Set<string>()
  const queue: Partial<SettingValues>[] = [{}]
  for (let values = queue.shift(); values; values = queue.shift()) {
    const key = JSON.stringify(Object.entries(values).toSorted(([one], [other]) => one.localeCompare(other)))
    if (tried.has(key)) continue
    tried.add(key)
    if (tried.size > mostTries) throw new Error(`the rule ${rule.name} reads too many settings to try them all`)
    for (const name of readsOf(rule, values)) {
      settings.add(name)
      if (name in values) continue
      for (const value of valuesToTry(name)) queue.push({ ...values, [name]: value })
    }
  }
  return settingNames.filter((name) => settings.has(name))
}

const holder = { accountId: 0, login: '', firstName: '', lastName: '' }
const patient = { id: '', emrId: '', firstName: '', lastName: '' }
const principals: readonly (Principal | undefined)[] = [
  undefined,
  { ...holder, kind: 'patient', patient },
  { ...holder, kind: 'guardian', patient },
  { ...holder, kind: 'admin' },
  { kind: 'guest', guestId: '', licenseeId: '', patient, until: '' },
]
const clocks: readonly Date[] = [new Date(0), new Date('2100-01-01T00:00:00Z')]

/** Returns the settings that a rule reads with these values, independent of person and time. */
function readsOf(rule: Rule, values: Partial<SettingValues>): Set<SettingName> {
  const seen = new Set<SettingName>()
  const setting = <N extends SettingName>(name: N) => {
    seen.add(name)
    return (values[name] ?? definitionOf(name).default) as SettingValues[N] // from valuesToTry
  }
  for (const principal of principals) for (const clock of clocks) rule({ setting, now: () => clock, principal })
  return seen
}
